import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignWords } from '../../../src/grounding/checks/edits.ts';
import { compareEditions, editionOf } from '../../../src/knowledge/editions/edition.ts';
import { sharedText, wordRuns } from '../../../src/grounding/answerability/findConflicts.ts';
import { cases } from '../../support/cases.ts';

const seed = { seed: 20_260_726, numRuns: cases(100) };
const words = fc
  .array(fc.constantFrom('the', 'hall', 'was', 'founded', 'in', '1856', 'by', 'Millers', '5%', 'not'), {
    maxLength: 14,
  })
  .map((list) => list.join(' '));
const replacedIn = (left: string, right: string) =>
  alignWords(left, right).replaced.map((at) => [
    left.slice(at.left.start, at.left.end),
    right.slice(at.right.start, at.right.end),
  ]);

test.each([
  ['founded in 1856 by millers', 'founded in 1900 by millers', [['1856', '1900']]],
  ['led by Nora Quist.', 'Led by Tom Reeve', [['Nora Quist', 'Tom Reeve']]],
  ['You may park', 'You may not park', [['', 'not']]],
  [
    'May park here',
    'Park',
    [
      ['May', ''],
      ['here', ''],
    ],
  ],
  ['It costs 5 € a day', 'It costs 5 $ a day', [['€', '$']]],
  ['same, words', 'Same words!', []],
  ['', 'all new', [['', 'all new']]],
])('%s | %s', (left, right, replaced) => {
  expect(replacedIn(left, right)).toEqual(replaced);
});

test('likeness is the shared words over the mean length: 1 for the same words, the same both ways', () => {
  expect(alignWords('a b c d', 'a b x d')).toMatchObject({ likeness: 0.75, shared: 3 });
  expect(alignWords('', '').likeness).toBe(0);
  fc.assert(
    fc.property(words, words, (left, right) => {
      const { likeness, shared } = alignWords(left, right);
      expect(alignWords(right, left).shared).toBe(shared);
      expect(likeness).toBeGreaterThanOrEqual(0);
      expect(likeness).toBeLessThanOrEqual(1);
      if (left !== '')
        expect(alignWords(left, left)).toEqual({ likeness: 1, shared: expect.any(Number) as number, replaced: [] });
    }),
    seed,
  );
});

test('what is replaced and what is shared are the whole of both texts, in order', () => {
  const count = (text: string) => text.match(/[\p{L}\d]+|%/gu)?.length ?? 0;
  fc.assert(
    fc.property(words, words, (left, right) => {
      const { replaced, shared } = alignWords(left, right);
      expect(count(replaced.map(({ left: at }) => left.slice(at.start, at.end)).join(' '))).toBe(count(left) - shared);
      expect(count(replaced.map(({ right: at }) => right.slice(at.start, at.end)).join(' '))).toBe(
        count(right) - shared,
      );
      for (const [position, at] of replaced.entries())
        expect(at.left.start).toBeGreaterThanOrEqual(replaced[position - 1]?.left.end ?? 0);
    }),
    seed,
  );
});

test('long texts are compared as far as they are read', () => {
  const long = Array.from({ length: 5_000 }, (_, position) => `w${position}`).join(' ');
  expect(alignWords(long, `${long} more`)).toMatchObject({ likeness: 1, replaced: [] });
});

test('shared text is how much of the shorter one stands in the other', () => {
  const share = (left: string, right: string) => sharedText(wordRuns(left), wordRuns(right));
  expect(share('one two three four', 'zero one two three four five')).toBe(1);
  expect(share('one two three four', 'one two three five')).toBe(0.5);
  expect(share('one two', 'one two')).toBe(0);
  expect(share('One, two: THREE', 'one two three')).toBe(1);
});

test.each([
  ['Travel policy 2024', 'Travel policy 2025', -1],
  ['Travel policy v3.1', 'Travel Policy v2.9', 1],
  ['Travel policy (v2.10)', 'Travel policy (v2.9)', 1],
  ['Travel policy 2024 rev 2', 'Travel policy 2024 rev 3', -1],
  ['Travel policy 2024', 'Travel policy', 0],
  ['Travel policy 2024', 'Leave policy 2025', 0],
  ['Travel policy 2024', 'Travel policy 2024', 0],
  ['2024', '2025', 0],
  ['BP-4 data sheet', 'BP-5 data sheet', 0],
])('editions: %s, %s', (left, right, sign) => {
  expect(Math.sign(compareEditions(left, right))).toBe(sign);
  expect(Math.sign(compareEditions(right, left)) + sign).toBe(0);
});

test('an edition has the title without its numbers', () => {
  expect(editionOf('Travel policy, version 3.1 (2025)')).toMatchObject({
    name: 'Travel policy',
    numbers: [3, 1, 2025],
  });
});
