import { describe, expect, test } from 'vitest';
import { composeAnswer } from '../../../src/grounding/claims/composeAnswer.ts';
import { verifyClaim } from '../../../src/grounding/claims/verifyClaim.ts';
import { passage } from '../passage.ts';

const fee = 'The insurance costs 3 euros a day.';
const rule = 'A stolen bike must be reported within 12 hours.';
const askedAt = new Date('2025-01-11T12:00:00Z');
const source = passage(`${fee} ${rule}`);
const verified = (text: string, quote = text) => verifyClaim({ text, quote, chunkId: 'chunk-1' }, [source]);

test('claims become one text with a mark behind each', () => {
  const answer = composeAnswer([verified(rule), verified(fee)], askedAt);
  expect(answer.text).toBe(`${rule} [1] ${fee} [2]`);
  expect(answer.citations.map((citation) => [citation.number, citation.quote])).toEqual([[1, rule], [2, fee]]);
  expect(answer.verification).toEqual({ complete: true, claimCount: 2, supportedCount: 2 });
});

test('spans point at the claims in the answer and at the quotes in the version', () => {
  const answer = composeAnswer([verified(fee), verified(rule)], askedAt);
  for (const claim of answer.claims) expect(answer.text.slice(claim.answerSpan.start, claim.answerSpan.end)).toBe(claim.text);
  const version = ' '.repeat(source.sourceSpan.start) + source.text;
  for (const citation of answer.citations) expect(version.slice(citation.sourceSpan.start, citation.sourceSpan.end)).toBe(citation.quote);
});

test('the same quote is cited once', () => {
  const answer = composeAnswer([verified('Insurance costs 3 euros a day.', fee), verified(rule), verified('It costs 3 euros a day.', fee)], askedAt);
  expect(answer.text).toBe(`Insurance costs 3 euros a day. [1] ${rule} [2] It costs 3 euros a day. [1]`);
  expect(answer.citations).toHaveLength(2);
  expect(answer.claims.map((claim) => claim.citationNumbers)).toEqual([[1], [2], [1]]);
});

describe('claims without support', () => {
  test('are left out of the text and told with the first check that failed', () => {
    const answer = composeAnswer([verified('Insurance costs 4 euros a day.', fee), verified(rule), verified('It does not cost 3 euros a day.', fee)], askedAt);
    expect(answer.text).toBe(`${rule} [1]`);
    expect(answer.droppedClaims).toEqual([
      { text: 'Insurance costs 4 euros a day.', reason: expect.stringMatching(/^NUMBERS: /), status: expect.stringMatching(/^(?:UNSUPPORTED|CONTRADICTED)$/), evidence: expect.objectContaining({ quote: fee }) },
      { text: 'It does not cost 3 euros a day.', reason: expect.stringMatching(/^POLARITY: /), status: 'CONTRADICTED', evidence: expect.objectContaining({ quote: fee }) },
    ]);
    expect(answer.verification).toEqual({ complete: false, claimCount: 3, supportedCount: 1 });
  });

  test('alone leave nothing', () => {
    expect(composeAnswer([verified('Insurance is 4 euros.', fee)], askedAt)).toMatchObject({ text: '', claims: [], citations: [] });
    expect(composeAnswer([], askedAt)).toMatchObject({ text: '', verification: { complete: true, claimCount: 0 } });
  });
});

test('a list stands on lines of its own', () => {
  const list = 'You need:\n- a helmet\n- a lock and a key';
  const listed = verifyClaim({ text: list, quote: list, chunkId: 'chunk-1' }, [passage(`${list}\n\n${fee}`)]);
  const after = verifyClaim({ text: fee, quote: fee, chunkId: 'chunk-1' }, [passage(`${list}\n\n${fee}`)]);
  const answer = composeAnswer([listed, after], askedAt);
  expect(answer.text).toBe(`${list} [1]\n${fee} [2]`);
  for (const claim of answer.claims) expect(answer.text.slice(claim.answerSpan.start, claim.answerSpan.end)).toBe(claim.text);
});

test('a citation tells the age of its document and whether its version is valid today', () => {
  const cite = (more: Partial<ReturnType<typeof passage>>) => composeAnswer([verifyClaim({ text: fee, quote: fee, chunkId: 'chunk-1' }, [passage(fee, more)])], askedAt).citations[0];
  const later = new Date(askedAt.getTime() + 1);
  expect(cite({})).toMatchObject({ ageDays: 10, isCurrent: true });
  expect(cite({ updatedAt: later, effectiveUntil: later })).toMatchObject({ ageDays: 0, isCurrent: true });
  expect(cite({ effectiveUntil: askedAt })).toMatchObject({ isCurrent: false });
  expect(cite({ effectiveFrom: later })).toMatchObject({ isCurrent: false });
});
