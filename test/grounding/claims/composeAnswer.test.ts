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
  expect(answer.citations.map((citation) => [citation.number, citation.quote])).toEqual([
    [1, rule],
    [2, fee],
  ]);
  expect(answer.verification).toEqual({ complete: true, claimCount: 2, supportedCount: 2 });
});

test('spans point at the claims in the answer and at the quotes in the version', () => {
  const answer = composeAnswer([verified(fee), verified(rule)], askedAt);
  for (const claim of answer.claims)
    expect(answer.text.slice(claim.answerSpan.start, claim.answerSpan.end)).toBe(claim.text);
  const version = ' '.repeat(source.sourceSpan.start) + source.text;
  for (const citation of answer.citations)
    expect(version.slice(citation.sourceSpan.start, citation.sourceSpan.end)).toBe(citation.quote);
});

test('the same quote is cited once', () => {
  const answer = composeAnswer(
    [verified('Insurance costs 3 euros a day.', fee), verified(rule), verified('It costs 3 euros a day.', fee)],
    askedAt,
  );
  expect(answer.text).toBe(`Insurance costs 3 euros a day. [1] ${rule} [2] It costs 3 euros a day. [1]`);
  expect(answer.citations).toHaveLength(2);
  expect(answer.claims.map((claim) => claim.citationNumbers)).toEqual([[1], [2], [1]]);
});

test('what several documents say in the same words is one claim that cites them all', () => {
  const other = passage(fee.toUpperCase(), {
    chunkId: 'chunk-2',
    documentId: 'document-2',
    versionId: 'version-2',
    documentKey: 'two.md',
  });
  const copy = verifyClaim({ text: other.text, quote: other.text, chunkId: 'chunk-2' }, [other]);
  const answer = composeAnswer([verified(fee), verified(rule), copy], askedAt);
  expect(answer.text).toBe(`${fee} [1] [2] ${rule} [3]`);
  expect(answer.claims.map((claim) => claim.citationNumbers)).toEqual([[1, 2], [3]]);
  expect(answer.citations.map(({ number, documentKey }) => [number, documentKey])).toEqual([
    [1, 'one.md'],
    [2, 'two.md'],
    [3, 'one.md'],
  ]);
  expect(answer.verification).toEqual({ complete: true, claimCount: 2, supportedCount: 2 });
  for (const claim of answer.claims)
    expect(answer.text.slice(claim.answerSpan.start, claim.answerSpan.end)).toBe(claim.text);
});

describe('claims without support', () => {
  test('are left out of the text and told with the first check that failed', () => {
    const answer = composeAnswer(
      [
        verified('Insurance costs 4 euros a day.', fee),
        verified(rule),
        verified('It does not cost 3 euros a day.', fee),
      ],
      askedAt,
    );
    expect(answer.text).toBe(`${rule} [1]`);
    expect(answer.droppedClaims).toEqual([
      {
        text: 'Insurance costs 4 euros a day.',
        reason: expect.stringMatching(/^NUMBERS: /),
        status: expect.stringMatching(/^(?:UNSUPPORTED|CONTRADICTED)$/),
        wording: 'REWORDED',
        support: expect.any(Number),
        evidence: expect.objectContaining({ quote: fee }),
      },
      {
        text: 'It does not cost 3 euros a day.',
        reason: expect.stringMatching(/^POLARITY: /),
        status: 'CONTRADICTED',
        wording: 'REWORDED',
        support: expect.any(Number),
        evidence: expect.objectContaining({ quote: fee }),
      },
    ]);
    expect(answer.verification).toEqual({ complete: false, claimCount: 3, supportedCount: 1 });
  });

  test('give a reason where a check says nothing, or none failed', () => {
    const open = { ...verified(fee), status: 'UNSUPPORTED' as const };
    const reasons = composeAnswer(
      [
        open,
        {
          ...open,
          checks: [
            { name: 'QUOTE', passed: true, detail: null },
            { name: 'SCOPE', passed: false, detail: null },
          ],
        },
      ],
      askedAt,
    ).droppedClaims.map(({ reason }) => reason);
    expect(reasons).toEqual(['No proof was named.', 'SCOPE: failed']);
  });

  test('alone leave nothing', () => {
    expect(composeAnswer([verified('Insurance is 4 euros.', fee)], askedAt)).toMatchObject({
      text: '',
      claims: [],
      citations: [],
    });
    expect(composeAnswer([], askedAt)).toMatchObject({ text: '', verification: { complete: true, claimCount: 0 } });
  });
});

test('other places are other citations: another version, another beginning, another end', () => {
  const quotes = [
    rule,
    'A stolen bike must be reported',
    'bike must be reported within 12 hours',
    'bike must be reported within',
  ];
  const claims = quotes.map((quote) => ({ ...verified(rule), proof: verified(rule, quote).proof }));
  expect(composeAnswer(claims, askedAt).citations.map(({ quote }) => quote)).toEqual(quotes);
  const [one, other] = ['version-1', 'version-2'].map((versionId) =>
    verifyClaim({ text: fee, quote: fee, chunkId: 'chunk-1' }, [{ ...source, versionId }]),
  );
  expect(
    composeAnswer(
      [one, other].flatMap((claim) => claim ?? []),
      askedAt,
    ).citations.map(({ versionId }) => versionId),
  ).toEqual(['version-1', 'version-2']);
});

test('a row stands on a line of its own, a sentence with marks inside does not', () => {
  const texts = [
    'Plan: Basic; Price: 5 euros; Seats: 3',
    'Bikes have two kinds: red; blue.',
    'It is so. Note: a; b is it.',
    'Wait: then go.',
  ];
  const text = texts.join('\n');
  const claims = texts.map((quote) => verifyClaim({ text: quote, quote, chunkId: 'chunk-1' }, [passage(text)]));
  expect(composeAnswer(claims.slice(0, 1).concat(claims.slice(2)), askedAt).text).toBe(
    'Basic: Price 5 euros, Seats 3 [1]\nIt is so. Note: a; b is it. [2]\nWait: then go. [3]',
  );
  expect(composeAnswer(claims.slice(2), askedAt).text).toBe('It is so. Note: a; b is it. [1] Wait: then go. [2]');
  expect(composeAnswer(claims.slice(1, 3), askedAt).text).toBe(
    'Bikes have two kinds: red; blue. [1]\nIt is so. Note: a; b is it. [2]',
  );
});

test('a list stands on lines of its own', () => {
  const list = 'You need:\n- a helmet\n- a lock and a key';
  const listed = verifyClaim({ text: list, quote: list, chunkId: 'chunk-1' }, [passage(`${list}\n\n${fee}`)]);
  const after = verifyClaim({ text: fee, quote: fee, chunkId: 'chunk-1' }, [passage(`${list}\n\n${fee}`)]);
  const answer = composeAnswer([listed, after], askedAt);
  expect(answer.text).toBe(`${list} [1]\n${fee} [2]`);
  for (const claim of answer.claims)
    expect(answer.text.slice(claim.answerSpan.start, claim.answerSpan.end)).toBe(claim.text);
});

test('a citation tells the age of its document and whether its version is valid today', () => {
  const cite = (more: Partial<ReturnType<typeof passage>>) =>
    composeAnswer([verifyClaim({ text: fee, quote: fee, chunkId: 'chunk-1' }, [passage(fee, more)])], askedAt)
      .citations[0];
  const later = new Date(askedAt.getTime() + 1);
  expect(cite({})).toMatchObject({ ageDays: 10, isCurrent: true });
  expect(cite({ updatedAt: later, effectiveUntil: later })).toMatchObject({ ageDays: 0, isCurrent: true });
  expect(cite({ effectiveFrom: askedAt })).toMatchObject({ isCurrent: true });
  expect(cite({ effectiveUntil: askedAt })).toMatchObject({ isCurrent: false });
  expect(cite({ effectiveFrom: later })).toMatchObject({ isCurrent: false });
});
