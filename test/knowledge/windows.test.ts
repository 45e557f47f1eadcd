import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWords } from '../../src/knowledge/language/sentences.ts';
import { windows } from '../../src/knowledge/cut/prepareChunks.ts';
import { cases } from '../support/cases.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

it('holds a short text whole', () => {
  expect(windows('One two. Three.', 40)).toEqual([{ start: 0, end: 15, text: 'One two. Three.' }]);
  expect(windows('', 40)).toEqual([]);
  expect(windows(' \n ', 40)).toEqual([]);
});

it('begins with the last sentence of the window before', () => {
  const text = 'One was very red. Two was very red. Three was very red. Four was very red.';
  expect(windows(text, 8).map((window) => window.text)).toEqual([
    'One was very red. Two was very red.',
    'Two was very red. Three was very red.',
    'Three was very red. Four was very red.',
  ]);
});

it.each([
  ['Chinese', '这家分店位于市场广场，从九点营业到十八点。'.repeat(20)],
  ['Chinese in one sentence', '这家分店位于市场广场'.repeat(40)],
  ['Thai', 'ร้านสาขานี้ตั้งอยู่ที่จัตุรัสตลาดและเปิดทำการตั้งแต่เก้าโมง'.repeat(12)],
])('cuts what has no blanks between its words, too: %s', (_name, text) => {
  const found = windows(text, 20);
  expect(found.length).toBeGreaterThan(5);
  for (const { text: piece } of found) expect(countWords(piece)).toBeLessThanOrEqual(20);
  expect([found[0]?.start, found.at(-1)?.end]).toEqual([0, text.length]);
});

it('goes on where no overlap fits', () => {
  const text = `${numbered(7)}. ${numbered(7)}.`;
  expect(windows(text, 8).map((window) => window.text)).toEqual([`${numbered(7)}.`, `${numbered(7)}.`]);
});

it('cuts a long sentence into pieces that overlap by a quarter', () => {
  const found = windows(numbered(100), 40).map((window) => window.text.split(' '));
  expect(found.map((list) => [list[0], list.at(-1)])).toEqual([
    ['w0', 'w39'],
    ['w30', 'w69'],
    ['w60', 'w99'],
  ]);
});

it('sends blanks and line ends as single blanks, and its span still counts in the text', () => {
  expect(windows('One  two\nthree', 40)).toEqual([{ start: 0, end: 14, text: 'One two three' }]);
});

it('begins each window with the heading, and with the first words of a long one', () => {
  expect(windows('One two. Three four.', 2, 'Fees: Zebras')).toEqual([
    { start: 0, end: 8, text: 'Fees: Zebras. One two.' },
    { start: 9, end: 20, text: 'Fees: Zebras. Three four.' },
  ]);
  expect(windows('One two.', 40, ' \n ')).toEqual([{ start: 0, end: 8, text: 'One two.' }]);
  expect(windows('One two.', 40, numbered(200))[0]?.text).toBe(`${numbered(30)}. One two.`);
});

it('for any text: no window is too long, all are in order, every word is in one', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.lorem({ maxCount: 20, mode: 'sentences' }),
    fc.lorem({ maxCount: 200 }),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (source, maxWords) => {
      const found = windows(source, maxWords);
      let covered = 0;
      let start = -1;
      for (const window of found) {
        expect(window.text).toBe(source.slice(window.start, window.end).replaceAll(/\s+/g, ' '));
        expect(countWords(window.text)).toBeLessThanOrEqual(maxWords);
        expect(window.start).toBeGreaterThan(start);
        expect(source.slice(covered, Math.max(covered, window.start))).toMatch(/^\s*$/);
        covered = Math.max(covered, window.end);
        start = window.start;
      }
      expect(source.slice(covered)).toMatch(/^\s*$/);
    }),
    { numRuns: cases(300) },
  );
});
