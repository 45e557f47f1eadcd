import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, maxWords, type ChunkDraft } from '../../src/knowledge/chunk.ts';
import { countWords, lines, sentences } from '../../src/knowledge/sentences.ts';

const textOf = (text: string, draft: ChunkDraft) => text.slice(draft.start, draft.end);
const words = (count: number, word = 'word') => `${Array.from({ length: count }, () => word).join(' ')}.`;

/** All that the contract promises for any text. */
function assertChunks(text: string): void {
  const drafts = chunk(text);
  const covered = new Uint8Array(text.length);
  for (const line of lines(text)) if (/^#{1,6} .+$/.test(text.slice(line.start, line.end))) covered.fill(1, line.start, line.end);
  let end = 0;
  for (const draft of drafts) {
    const body = textOf(text, draft);
    if (draft.start < end || draft.end > text.length || draft.end <= draft.start) expect.fail(`[${draft.start}, ${draft.end}) after ${end} of ${text.length}`);
    if (body !== body.trim()) expect.fail(`blanks around ${JSON.stringify(body)}`);
    if (!body.isWellFormed() && text.isWellFormed()) expect.fail(`a surrogate pair is cut in ${JSON.stringify(body.slice(-5))}`);
    if (countWords(body) > maxWords && body.length > maxWords * 8) expect.fail(`${countWords(body)} words`);
    covered.fill(1, draft.start, draft.end);
    end = draft.end;
  }
  const lost = [...covered.keys()].filter((position) => covered[position] === 0 && /\S/.test(text[position]!));
  expect(lost.map((position) => text.slice(position, position + 20)).slice(0, 3)).toEqual([]);
}

describe('any text', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }), fc.lorem({ maxCount: 60 }), fc.lorem({ maxCount: 4, mode: 'sentences' }),
    fc.constantFrom('# One', '## Two', '### Three', '#', '##  ', '#no heading', '', '  ', '    code # x', '- item', 'مرحبا بالعالم. كيف حالك؟', '你好。世界！', '👩‍👩‍👧👍🏽 ok. Yes!', 'Dr. Smith (e.g. in the U.S.) said: "No." Why?', '...', '?!?', '1. 2. 3.', '"', 'a\u2028b\u2029c', '“Quoted. Text.” Then.'),
  );

  it('is covered by chunks in order, without overlap, but for headings and blanks', () => {
    fc.assert(fc.property(fc.array(line, { maxLength: 40 }), (parts) => assertChunks(parts.join('\n'))), { numRuns: 400 });
  });

  it.each([
    ['200 kB in one line without a blank', 'x'.repeat(200_000)], ['200 kB of emoji in one line', '😀'.repeat(50_000)], ['the same, off by one unit', `x${'😀'.repeat(50_000)}`],
    ['200 kB of sentences in one line', 'Hello there, “she said.” He left! '.repeat(6_000)], ['200 kB of dots', '.'.repeat(200_000)], ['200 kB of words without an end', 'word '.repeat(40_000)], ['one-letter words', 'a '.repeat(5_000)], ['thousands of short lines', 'Yes.\n'.repeat(5_000)], ['headings alone', '# A\n\n## B\n'.repeat(500)],
  ])('holds for %s', (_, text) => {
    assertChunks(text);
  });
});

describe('sections', () => {
  it('tell the headings above, outermost first', () => {
    const text = `Intro ${words(45)}\n\n# A\n\n${words(45, 'a')}\n\n## B\n\n${words(45, 'b')}\n\n# C\n\n### D\n\n${words(45, 'd')}`;
    expect(chunk(text).map((draft) => draft.sectionPath)).toEqual([[], ['A'], ['A', 'B'], ['C', 'D']]);
  });

  it('join a small neighbour below the same parent, whose path they take', () => {
    const text = '# A\n\n## B\n\nShort one.\n\n## C\n\nShort two.';
    const drafts = chunk(text);
    expect(drafts.map((draft) => draft.sectionPath)).toEqual([['A']]);
    expect(textOf(text, drafts[0]!)).toBe('Short one.\n\n## C\n\nShort two.');
  });

  it('never join across different top headings', () => {
    expect(chunk('# A\n\nShort one.\n\n# B\n\nShort two.').map((draft) => draft.sectionPath)).toEqual([['A'], ['B']]);
  });

  it('take no indented code comment for a heading', () => {
    expect(chunk('# A\n\n    # comment').map((draft) => draft.sectionPath)).toEqual([['A']]);
  });
});

describe('length', () => {
  it('is cut at the end of a sentence, after at most 250 words', () => {
    const text = Array.from({ length: 30 }, (_, index) => `Sentence ${index} ${words(18)}`).join(' ');
    const drafts = chunk(text);
    expect(drafts.length).toBe(3);
    for (const draft of drafts) expect([countWords(textOf(text, draft)) <= maxWords, textOf(text, draft).startsWith('Sentence'), textOf(text, draft).endsWith('.')]).toEqual([true, true, true]);
  });
});

describe('sentences', () => {
  it('do not end at abbreviations', () => {
    const text = 'Dr. Smith paid 5.50 EUR. He left.\nNext line';
    expect(sentences(text).map((span) => text.slice(span.start, span.end))).toEqual(['Dr. Smith paid 5.50 EUR.', 'He left.', 'Next line']);
  });

  it('are the same in a long line as alone, also across the blocks that it is cut into', () => {
    const one = 'Dr. Smith paid 5.50 EUR to Ms. Jones in the U.S. office.';
    const text = Array.from({ length: 200 }, () => one).join(' ');
    expect(sentences(text).map((span) => text.slice(span.start, span.end))).toEqual(Array.from({ length: 200 }, () => one));
  });

  it('are in order and hold every non-blank character, for any text', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.array(fc.constantFrom('a', '.', '!', '"', ' ', '(', ')', '\n', 'Mr', '1', '?', '…', '’', '\u00A0', '\u3000', '。'), { maxLength: 60 }).map((parts) => parts.join(''))), (text) => {
      let end = 0;
      for (const span of sentences(text)) {
        expect(text.slice(end, span.start)).toMatch(/^\s*$/);
        end = span.end;
      }
      expect(text.slice(end)).toMatch(/^\s*$/);
    }), { numRuns: 500 });
  });
});
