import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, maxTokens, targetTokens, type ChunkDraft } from '../../src/knowledge/chunk.ts';
import type { Block } from '../../src/knowledge/formats/parsed.ts';
import { sentences } from '../../src/knowledge/sentences.ts';
import { countTokens } from '../../src/knowledge/tokens.ts';
import { cases } from '../support/cases.ts';

type Part = readonly [kind: Block['kind'], text: string];

/** Canonical text with its blocks, as a parser writes them. */
function documentOf(parts: readonly Part[]): { text: string; blocks: Block[] } {
  const blocks: Block[] = [];
  let text = '';
  for (const [kind, body] of parts) {
    if (!body.trim()) continue;
    text += text && '\n\n';
    blocks.push({ kind, start: text.length, end: text.length + body.length, ...(kind === 'HEADING' ? { depth: /^#*/.exec(body)![0].length || 1 } : {}) });
    text += body;
  }
  return { text, blocks };
}

const chunksOf = (parts: readonly Part[]) => {
  const { text, blocks } = documentOf(parts);
  return chunk(text, blocks).map((draft) => ({ ...draft, text: text.slice(draft.start, draft.end) }));
};
const textsOf = (parts: readonly Part[]) => chunksOf(parts).map((draft) => draft.text);
const pathsOf = (parts: readonly Part[]) => chunksOf(parts).map((draft) => draft.sectionPath);
const textOf = (text: string, draft: ChunkDraft) => text.slice(draft.start, draft.end);

/** A sentence of `count` words: one token each, and one for the full stop. */
const words = (count: number, word = 'word') => `${Array.from({ length: count }, () => word).join(' ')}.`;
const sentencesOf = (count: number, size: number) => Array.from({ length: count }, (_, index) => `Sentence ${index} ${words(size - 4)}`).join(' ');

/** All that the contract promises for any text. */
function assertChunks(text: string, blocks: readonly Block[] = []): void {
  const drafts = chunk(text, blocks);
  expect(chunk(text, blocks)).toEqual(drafts);
  const covered = new Uint8Array(text.length);
  for (const { kind, start, end } of blocks) if (kind === 'HEADING') covered.fill(1, start, end);
  let end = 0;
  for (const draft of drafts) {
    const body = textOf(text, draft);
    if (draft.start < end || draft.end > text.length || draft.end <= draft.start) expect.fail(`[${draft.start}, ${draft.end}) after ${end} of ${text.length}`);
    if (body !== body.trim()) expect.fail(`blanks around ${JSON.stringify(body)}`);
    if (!body.isWellFormed() && text.isWellFormed()) expect.fail(`a surrogate pair is cut in ${JSON.stringify(body.slice(-5))}`);
    if (draft.tokenCount !== countTokens(body)) expect.fail(`${draft.tokenCount} tokens told, ${countTokens(body)} counted`);
    if (draft.tokenCount > maxTokens) expect.fail(`${draft.tokenCount} tokens`);
    covered.fill(1, draft.start, draft.end);
    end = draft.end;
  }
  const lost = [...covered.keys()].filter((position) => covered[position] === 0 && /\S/.test(text[position]!));
  expect(lost.map((position) => text.slice(position, position + 20)).slice(0, 3)).toEqual([]);
}

describe('any text', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }), fc.lorem({ maxCount: 60 }), fc.lorem({ maxCount: 40, mode: 'sentences' }),
    fc.constantFrom('# One', '#', '', '  ', '    code # x', '- item', 'مرحبا بالعالم. كيف حالك؟', '你好。世界！'.repeat(80), '👩‍👩‍👧👍🏽 ok. Yes!', 'Dr. Smith (e.g. in the U.S.) said: "No." Why?', '...', '1. 2. 3.', 'a\u2028b\u2029c', '“Quoted. Text.” Then.', '\u200F\u202Bשלום\u202C', 'x'.repeat(4_500), `a${' '.repeat(9_000)}b`),
  );
  const body = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
  const part: fc.Arbitrary<Part> = fc.oneof(
    fc.tuple(fc.constant<'HEADING'>('HEADING'), fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('One', 'Two', 'Three')).map(([depth, title]) => `${'#'.repeat(depth)} ${title}`)),
    fc.tuple(fc.constantFrom<Block['kind']>('PARAGRAPH', 'LIST', 'TABLE', 'CODE', 'RECORD'), body),
  );

  it('is covered by chunks in order, without overlap, trimmed and within the limit, but for headings and blanks', () => {
    fc.assert(fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
      const { text, blocks } = documentOf(parts);
      assertChunks(text, blocks);
    }), { numRuns: cases(120) });
  });

  it('is covered without blocks, too, and where blocks leave gaps', () => {
    fc.assert(fc.property(body, fc.integer({ min: 0, max: 50 }), (text, start) => {
      assertChunks(text);
      if (start + 5 < text.length) assertChunks(text, [{ kind: 'LIST', start, end: start + 5 }].filter((span) => text.slice(span.start, span.end).isWellFormed()) as Block[]);
    }), { numRuns: cases(120) });
  });

  it.each([
    ['nothing', ''], ['blanks', ' \n\t\n '], ['40 kB in one line without a blank', 'x'.repeat(40_000)], ['emoji in one line', '😀'.repeat(20_000)], ['the same, off by one unit', `x${'😀'.repeat(20_000)}`], ['emoji whose middle is inside a pair', `x${'😀'.repeat(900)}`],
    ['sentences in one line', 'Hello there, “she said.” He left! '.repeat(1_500)], ['40 kB of dots', '.'.repeat(40_000)], ['words without an end', 'word '.repeat(40_000)], ['Chinese without an end', '世界你好'.repeat(5_000)],
    ['one-letter words', 'a '.repeat(5_000)], ['thousands of short lines', 'Yes.\n'.repeat(5_000)], ['blanks between two words', `a${' '.repeat(100_000)}b`], ['special tokens', 'Say <|endoftext|> twice: <|endoftext|>'],
  ])('holds for %s', (_, text) => {
    assertChunks(text);
    for (const kind of ['TABLE', 'RECORD'] as const) if (text.trim()) assertChunks(text, [{ kind, start: 0, end: text.length }]);
  });
});

describe('sections', () => {
  it('tell the headings above, outermost first, without marks', () => {
    const long = (word: string): Part => ['PARAGRAPH', words(300, word)];
    expect(pathsOf([long('intro'), ['HEADING', '# A'], long('a'), ['HEADING', '## B'], long('b'), ['HEADING', '# C'], ['HEADING', '### D'], long('d'), ['HEADING', '### E'], long('e')]))
      .toEqual([[], ['A'], ['A', 'B'], ['C', 'D'], ['C', 'E']]);
  });

  it('come from blocks, never from the look of a line', () => {
    expect(chunksOf([['HEADING', '# A'], ['PARAGRAPH', '# note'], ['CODE', '# install\nnpm start']])).toMatchObject([{ sectionPath: ['A'], text: '# note\n\n# install\nnpm start' }]);
    expect(chunk('# A\n\nText.', [])).toMatchObject([{ start: 0, sectionPath: [] }]);
  });

  it('join a small neighbour below the same parent, whose path they take; the headings then stand in the text', () => {
    expect(chunksOf([['HEADING', '# A'], ['HEADING', '## B'], ['PARAGRAPH', 'Short one.'], ['HEADING', '## C'], ['PARAGRAPH', 'Short two.']]))
      .toMatchObject([{ sectionPath: ['A'], text: '## B\n\nShort one.\n\n## C\n\nShort two.' }]);
  });

  it('join the words of a heading and its first subsection, below the heading', () => {
    expect(chunksOf([['HEADING', '# A'], ['PARAGRAPH', 'About A.'], ['HEADING', '## B'], ['PARAGRAPH', 'Short.']])).toMatchObject([{ sectionPath: ['A'], text: 'About A.\n\n## B\n\nShort.' }]);
  });

  it('lose no heading when they join: none further up than their own falls out of the path', () => {
    const parts: Part[] = [['HEADING', '# T'], ['HEADING', '## A'], ['HEADING', '### A1'], ['PARAGRAPH', 'One.'], ['HEADING', '### A2'], ['PARAGRAPH', 'Two.'], ['HEADING', '## B'], ['PARAGRAPH', 'Three.']];
    for (const title of ['T', 'A', 'A1', 'A2', 'B']) expect(chunksOf(parts).some((draft) => draft.sectionPath.includes(title) || draft.text.includes(`# ${title}\n`)), title).toBe(true);
  });

  it('never join across different top headings, and not beyond the target', () => {
    expect(pathsOf([['HEADING', '# A'], ['PARAGRAPH', 'Short one.'], ['HEADING', '# B'], ['PARAGRAPH', 'Short two.']])).toEqual([['A'], ['B']]);
    expect(pathsOf([['HEADING', '# A'], ['HEADING', '## B'], ['PARAGRAPH', 'Short.'], ['HEADING', '## C'], ['PARAGRAPH', words(targetTokens - 6)]])).toEqual([['A', 'B'], ['A', 'C']]);
  });

  it('without a body are found by their heading', () => {
    expect(chunksOf([['HEADING', '# Closed on Sundays']])).toMatchObject([{ sectionPath: [], text: 'Closed on Sundays' }]);
    expect(textsOf([['HEADING', '# FAQ'], ['HEADING', '## Do you ship to Malta?'], ['HEADING', '## Do you gift-wrap?'], ['HEADING', '# End']])).toEqual(['## Do you ship to Malta?\n\n## Do you gift-wrap?', 'End']);
    expect(textsOf([['HEADING', '# A'], ['HEADING', '## B'], ['PARAGRAPH', 'Body.']])).toEqual(['Body.']);
  });
});

describe('length', () => {
  it('of prose is cut at the end of a sentence, before the target', () => {
    const drafts = chunksOf([['PARAGRAPH', sentencesOf(30, 25)]]);
    expect(drafts.length).toBe(3);
    for (const draft of drafts) {
      expect(draft.tokenCount).toBeLessThanOrEqual(targetTokens);
      expect(draft.text).toMatch(/^Sentence .*\.$/);
    }
  });

  it('ends with a block rather than within it, from half the target on', () => {
    const blocks: Part[] = [['PARAGRAPH', `First ${sentencesOf(10, 20)}`], ['PARAGRAPH', `Second ${sentencesOf(10, 20)}`], ['LIST', `- Third ${words(100)}\n- Fourth ${words(100)}`]];
    expect(textsOf(blocks).map((text) => text.split(' ')[0])).toEqual(['First', 'Second', '-']);
  });

  it('does not end with a block before half the target: the next one is begun', () => {
    expect(textsOf([['PARAGRAPH', `First ${sentencesOf(4, 20)}`], ['PARAGRAPH', `Second ${sentencesOf(15, 20)}`]])[0]).toMatch(/^First [^]*\n\nSecond [^]*\.$/);
  });

  it('of the rest of a section counts: a lone sentence joins the chunk before', () => {
    expect(textsOf([['PARAGRAPH', sentencesOf(13, 25)], ['PARAGRAPH', 'Alone at the end.']])).toHaveLength(1);
  });

  it('of a sentence without an end is cut at a blank', () => {
    for (const text of textsOf([['PARAGRAPH', 'word '.repeat(3_000).trim()]])) expect(text).toMatch(/^word( word)*$/);
  });

  it('of text without blanks is counted in tokens', () => {
    const drafts = chunksOf([['PARAGRAPH', '这家商店每天早上九点开门。'.repeat(100)]]);
    expect(drafts.length).toBeGreaterThan(2);
    for (const draft of drafts) expect([draft.text.endsWith('。'), draft.tokenCount <= targetTokens]).toEqual([true, true]);
  });
});

describe('tables, code and records', () => {
  const rows = (count: number, size = 20) => Array.from({ length: count }, (_, index) => `Plan: P${index}; Text: ${words(size)} More.`).join('\n');

  it('stay whole beyond the target, up to the limit', () => {
    for (const kind of ['TABLE', 'CODE'] as const) {
      expect(chunksOf([['PARAGRAPH', sentencesOf(6, 20)], [kind, rows(20)], ['PARAGRAPH', sentencesOf(6, 20)]])).toMatchObject([{ contentType: 'PROSE' }, { contentType: kind, text: rows(20) }, { contentType: 'PROSE' }]);
    }
  });

  it('take the few words before them along', () => {
    expect(chunksOf([['PARAGRAPH', 'These plans exist:'], ['TABLE', rows(20)]])).toMatchObject([{ contentType: 'TABLE', text: `These plans exist:\n\n${rows(20)}` }]);
  });

  it('are cut at line ends where they are longer', () => {
    const texts = textsOf([['TABLE', rows(60)]]);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join('\n')).toBe(rows(60));
  });

  it('are cut within a row that alone is too long, at a sentence', () => {
    const row = `Plan: A; Text: ${sentencesOf(60, 20)}`;
    const texts = textsOf([['TABLE', `Plan: B; Text: short.\n${row}`]]);
    expect(texts.join(' ').replaceAll('\n', ' ')).toBe(`Plan: B; Text: short. ${row}`);
    for (const text of texts) expect(text).toMatch(/\.$/);
  });

  it('of a data file are a chunk each', () => {
    expect(textsOf([['HEADING', '# Staff'], ['RECORD', 'Name: Ann; Room: 4'], ['RECORD', 'Name: Bo; Room: 5'], ['PARAGRAPH', 'End.']])).toEqual(['Name: Ann; Room: 4', 'Name: Bo; Room: 5', 'End.']);
    expect(textsOf([['RECORD', `Name: Ann; Note: ${sentencesOf(35, 20)}`]])).toHaveLength(1);
    expect(textsOf([['RECORD', `Name: Ann; Note: ${sentencesOf(60, 20)}`]]).length).toBeGreaterThan(1);
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
    }), { numRuns: cases(500) });
  });
});
