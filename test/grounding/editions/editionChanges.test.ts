import { describe, expect, test } from 'vitest';
import { droppedUnder, earlierSaying } from '../../../src/grounding/editions/editionChanges.ts';
import { passage } from '../passage.ts';

const place = (id: string, text: string, start: number, supersededBy: string | null = null) =>
  passage(text, {
    chunkId: id,
    documentId: id,
    documentKey: `${id}.md`,
    sectionPath: ['Rules', 'Lights'],
    sourceSpan: { start, end: start + text.length },
    supersededBy,
  });
const older = place('old', 'Candles are sold by the dozen. The deposit for a lantern is 5 euros.', 100, 'new.md');
const newer = place('new', 'The deposit for a lantern is 9 euros. Lamps are counted.', 40);
const cite = ({ chunkId, sourceSpan, text }: typeof older, quote: string) => {
  const start = sourceSpan.start + text.indexOf(quote);
  return { chunkId, sourceSpan: { start, end: start + quote.length }, sectionPath: ['Rules', 'Lights'] };
};

describe('what an earlier edition says instead', () => {
  const deposit = cite(newer, 'The deposit for a lantern is 9 euros.');
  const both = [newer, older];

  test('is its sentence, at its place in the version', () => {
    expect(earlierSaying(deposit, both, new Set(['new']))).toMatchObject({
      passage: { documentId: 'old' },
      cited: 'The deposit for a lantern is 9 euros.',
      quote: 'The deposit for a lantern is 5 euros.',
      sourceSpan: { start: 131, end: 168 },
    });
  });

  test('is nothing where it says the same or nothing, where it is cited itself, and where it is no earlier edition', () => {
    expect(earlierSaying(cite(newer, 'Lamps are counted.'), both, new Set(['new']))).toBeUndefined();
    expect(earlierSaying(deposit, [newer, { ...older, text: newer.text }], new Set(['new']))).toBeUndefined();
    expect(earlierSaying(deposit, both, new Set(['new', 'old']))).toBeUndefined();
    expect(earlierSaying(deposit, [newer, { ...older, supersededBy: null }], new Set(['new']))).toBeUndefined();
  });
});

describe('what was dropped', () => {
  const text = '# Rules\n\n## Lights\n\nThe deposit for a lantern is 9 euros.';
  const lent = cite(older, 'Candles are sold by the dozen.');

  test('is told under the heading that both have, where the successor says nothing like it', () => {
    expect(droppedUnder(lent, [older], text)).toBe('Lights');
    expect(droppedUnder(lent, [older], text.replace('Lights', 'Lamps'))).toBeNull();
    expect(droppedUnder(lent, [older], `${text} Candles are sold by the dozen.`)).toBeNull();
    expect(droppedUnder(cite(older, 'The deposit for a lantern is 5 euros.'), [older], text)).toBeNull();
  });
});
