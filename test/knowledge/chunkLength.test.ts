import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetTokens } from '../../src/knowledge/cut/chunk.ts';
import { sentences } from '../../src/knowledge/language/sentences.ts';
import { cases } from '../support/cases.ts';
import { type Part, chunksOf, textsOf, words, sentencesOf } from './cutParts.ts';

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
    const blocks: Part[] = [
      ['PARAGRAPH', `First ${sentencesOf(10, 20)}`],
      ['PARAGRAPH', `Second ${sentencesOf(10, 20)}`],
      ['LIST', `- Third ${words(100)}\n- Fourth ${words(100)}`],
    ];
    expect(textsOf(blocks).map((text) => text.split(' ')[0])).toEqual(['First', 'Second', '-']);
  });

  it('does not end with a block before half the target: the next one is begun', () => {
    expect(
      textsOf([
        ['PARAGRAPH', `First ${sentencesOf(4, 20)}`],
        ['PARAGRAPH', `Second ${sentencesOf(15, 20)}`],
      ])[0],
    ).toMatch(/^First [^]*\n\nSecond [^]*\.$/);
  });

  it('of the rest of a section counts: a lone sentence joins the chunk before', () => {
    expect(
      textsOf([
        ['PARAGRAPH', sentencesOf(13, 25)],
        ['PARAGRAPH', 'Alone at the end.'],
      ]),
    ).toHaveLength(1);
  });

  it('of a sentence without an end is cut at a blank', () => {
    for (const text of textsOf([['PARAGRAPH', 'word '.repeat(3_000).trim()]])) expect(text).toMatch(/^word( word)*$/);
  });

  it('of text without blanks is counted in tokens', () => {
    const drafts = chunksOf([['PARAGRAPH', '这家商店每天早上九点开门。'.repeat(100)]]);
    expect(drafts.length).toBeGreaterThan(2);
    for (const draft of drafts)
      expect([draft.text.endsWith('。'), draft.tokenCount <= targetTokens]).toEqual([true, true]);
  });
});

describe('tables, code and records', () => {
  const rows = (count: number, size = 20) =>
    Array.from({ length: count }, (_, index) => `Plan: P${index}; Text: ${words(size)} More.`).join('\n');

  it('stay whole beyond the target, up to the limit', () => {
    for (const kind of ['TABLE', 'CODE'] as const) {
      expect(
        chunksOf([
          ['PARAGRAPH', sentencesOf(6, 20)],
          [kind, rows(20)],
          ['PARAGRAPH', sentencesOf(6, 20)],
        ]),
      ).toMatchObject([{ contentType: 'PROSE' }, { contentType: kind, text: rows(20) }, { contentType: 'PROSE' }]);
    }
  });

  it('take the few words before them along', () => {
    expect(
      chunksOf([
        ['PARAGRAPH', 'These plans exist:'],
        ['TABLE', rows(20)],
      ]),
    ).toMatchObject([{ contentType: 'TABLE', text: `These plans exist:\n\n${rows(20)}` }]);
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
    expect(
      textsOf([
        ['HEADING', '# Staff'],
        ['RECORD', 'Name: Ann; Room: 4'],
        ['RECORD', 'Name: Bo; Room: 5'],
        ['PARAGRAPH', 'End.'],
      ]),
    ).toEqual(['Name: Ann; Room: 4', 'Name: Bo; Room: 5', 'End.']);
    expect(textsOf([['RECORD', `Name: Ann; Note: ${sentencesOf(35, 20)}`]])).toHaveLength(1);
    expect(textsOf([['RECORD', `Name: Ann; Note: ${sentencesOf(60, 20)}`]]).length).toBeGreaterThan(1);
  });
});

describe('sentences', () => {
  it('do not end at abbreviations', () => {
    const text = 'Dr. Smith paid 5.50 EUR. He left.\nNext line';
    expect(sentences(text).map((span) => text.slice(span.start, span.end))).toEqual([
      'Dr. Smith paid 5.50 EUR.',
      'He left.',
      'Next line',
    ]);
  });

  it('are the same in a long line as alone, also across the blocks that it is cut into', () => {
    const one = 'Dr. Smith paid 5.50 EUR to Ms. Jones in the U.S. office.';
    const text = Array.from({ length: 200 }, () => one).join(' ');
    expect(sentences(text).map((span) => text.slice(span.start, span.end))).toEqual(
      Array.from({ length: 200 }, () => one),
    );
  });

  it('are in order and hold every non-blank character, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 120 }),
          fc
            .array(
              fc.constantFrom(
                'a',
                '.',
                '!',
                '"',
                ' ',
                '(',
                ')',
                '\n',
                'Mr',
                '1',
                '?',
                '…',
                '’',
                '\u00A0',
                '\u3000',
                '。',
              ),
              { maxLength: 60 },
            )
            .map((parts) => parts.join('')),
        ),
        (text) => {
          let end = 0;
          for (const span of sentences(text)) {
            expect(text.slice(end, span.start)).toMatch(/^\s*$/);
            end = span.end;
          }
          expect(text.slice(end)).toMatch(/^\s*$/);
        },
      ),
      { numRuns: cases(500) },
    );
  });
});
