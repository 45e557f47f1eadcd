import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, targetTokens } from '../../src/knowledge/cut/chunk.ts';
import type { Block } from '../../src/knowledge/formats/parsed.ts';
import { cases } from '../support/cases.ts';
import { type Part, documentOf, chunksOf, textsOf, pathsOf, words, assertChunks } from './cutParts.ts';

describe('any text', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.lorem({ maxCount: 60 }),
    fc.lorem({ maxCount: 40, mode: 'sentences' }),
    fc.constantFrom(
      '# One',
      '#',
      '',
      '  ',
      '    code # x',
      '- item',
      'مرحبا بالعالم. كيف حالك؟',
      '你好。世界！'.repeat(80),
      '👩‍👩‍👧👍🏽 ok. Yes!',
      'Dr. Smith (e.g. in the U.S.) said: "No." Why?',
      '...',
      '1. 2. 3.',
      'a\u2028b\u2029c',
      '“Quoted. Text.” Then.',
      '\u200F\u202Bשלום\u202C',
      'x'.repeat(4_500),
      `a${' '.repeat(9_000)}b`,
    ),
  );
  const body = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
  const part: fc.Arbitrary<Part> = fc.oneof(
    fc.tuple(
      fc.constant<'HEADING'>('HEADING'),
      fc
        .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('One', 'Two', 'Three'))
        .map(([depth, title]) => `${'#'.repeat(depth)} ${title}`),
    ),
    fc.tuple(fc.constantFrom<Block['kind']>('PARAGRAPH', 'LIST', 'TABLE', 'CODE', 'RECORD'), body),
  );

  it('is covered by chunks in order, without overlap, trimmed and within the limit, but for headings and blanks', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const { text, blocks } = documentOf(parts);
        assertChunks(text, blocks);
      }),
      { numRuns: cases(120) },
    );
  });

  it('is covered without blocks, too, and where blocks leave gaps', () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 0, max: 50 }), (text, start) => {
        assertChunks(text);
        if (start + 5 < text.length)
          assertChunks(
            text,
            [{ kind: 'LIST', start, end: start + 5 }].filter((span) =>
              text.slice(span.start, span.end).isWellFormed(),
            ) as Block[],
          );
      }),
      { numRuns: cases(120) },
    );
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t\n '],
    ['12 kB in one line without a blank', 'x'.repeat(12_000)],
    ['emoji in one line', '😀'.repeat(6_000)],
    ['the same, off by one unit', `x${'😀'.repeat(6_000)}`],
    ['emoji whose middle is inside a pair', `x${'😀'.repeat(900)}`],
    ['sentences in one line', 'Hello there, “she said.” He left! '.repeat(500)],
    ['12 kB of dots', '.'.repeat(12_000)],
    ['words without an end', 'word '.repeat(10_000)],
    ['Chinese without an end', '世界你好'.repeat(1_500)],
    ['one-letter words', 'a '.repeat(2_000)],
    ['thousands of short lines', 'Yes.\n'.repeat(1_500)],
    ['blanks between two words', `a${' '.repeat(100_000)}b`],
    ['special tokens', 'Say <|endoftext|> twice: <|endoftext|>'],
  ])('holds for %s', (_, text) => {
    assertChunks(text);
    for (const kind of ['TABLE', 'RECORD'] as const)
      if (text.trim()) assertChunks(text, [{ kind, start: 0, end: text.length }]);
  });
});

describe('sections', () => {
  it('tell the headings above, outermost first, without marks', () => {
    const long = (word: string): Part => ['PARAGRAPH', words(300, word)];
    expect(
      pathsOf([
        long('intro'),
        ['HEADING', '# A'],
        long('a'),
        ['HEADING', '## B'],
        long('b'),
        ['HEADING', '# C'],
        ['HEADING', '### D'],
        long('d'),
        ['HEADING', '### E'],
        long('e'),
      ]),
    ).toEqual([[], ['A'], ['A', 'B'], ['C', 'D'], ['C', 'E']]);
  });

  it('come from blocks, never from the look of a line', () => {
    expect(
      chunksOf([
        ['HEADING', '# A'],
        ['PARAGRAPH', '# note'],
        ['CODE', '# install\nnpm start'],
      ]),
    ).toMatchObject([{ sectionPath: ['A'], text: '# note\n\n# install\nnpm start' }]);
    expect(chunk('# A\n\nText.', [])).toMatchObject([{ start: 0, sectionPath: [] }]);
  });

  it('join a small neighbour below the same parent, whose path they take; the headings then stand in the text', () => {
    expect(
      chunksOf([
        ['HEADING', '# A'],
        ['HEADING', '## B'],
        ['PARAGRAPH', 'Short one.'],
        ['HEADING', '## C'],
        ['PARAGRAPH', 'Short two.'],
      ]),
    ).toMatchObject([{ sectionPath: ['A'], text: '## B\n\nShort one.\n\n## C\n\nShort two.' }]);
  });

  it('join the words of a heading and its first subsection, below the heading', () => {
    expect(
      chunksOf([
        ['HEADING', '# A'],
        ['PARAGRAPH', 'About A.'],
        ['HEADING', '## B'],
        ['PARAGRAPH', 'Short.'],
      ]),
    ).toMatchObject([{ sectionPath: ['A'], text: 'About A.\n\n## B\n\nShort.' }]);
  });

  it('lose no heading when they join: none further up than their own falls out of the path', () => {
    const parts: Part[] = [
      ['HEADING', '# T'],
      ['HEADING', '## A'],
      ['HEADING', '### A1'],
      ['PARAGRAPH', 'One.'],
      ['HEADING', '### A2'],
      ['PARAGRAPH', 'Two.'],
      ['HEADING', '## B'],
      ['PARAGRAPH', 'Three.'],
    ];
    for (const title of ['T', 'A', 'A1', 'A2', 'B'])
      expect(
        chunksOf(parts).some((draft) => draft.sectionPath.includes(title) || draft.text.includes(`# ${title}\n`)),
        title,
      ).toBe(true);
  });

  it('never join across different top headings, and not beyond the target', () => {
    expect(
      pathsOf([
        ['HEADING', '# A'],
        ['PARAGRAPH', 'Short one.'],
        ['HEADING', '# B'],
        ['PARAGRAPH', 'Short two.'],
      ]),
    ).toEqual([['A'], ['B']]);
    expect(
      pathsOf([
        ['HEADING', '# A'],
        ['HEADING', '## B'],
        ['PARAGRAPH', 'Short.'],
        ['HEADING', '## C'],
        ['PARAGRAPH', words(targetTokens - 6)],
      ]),
    ).toEqual([
      ['A', 'B'],
      ['A', 'C'],
    ]);
  });

  it('without a body are found by their heading', () => {
    expect(chunksOf([['HEADING', '# Closed on Sundays']])).toMatchObject([
      { sectionPath: [], text: 'Closed on Sundays' },
    ]);
    expect(
      textsOf([
        ['HEADING', '# FAQ'],
        ['HEADING', '## Do you ship to Malta?'],
        ['HEADING', '## Do you gift-wrap?'],
        ['HEADING', '# End'],
      ]),
    ).toEqual(['## Do you ship to Malta?\n\n## Do you gift-wrap?', 'End']);
    expect(
      textsOf([
        ['HEADING', '# A'],
        ['HEADING', '## B'],
        ['PARAGRAPH', 'Body.'],
      ]),
    ).toEqual(['Body.']);
  });
});
