import { expect, test } from 'vitest';
import { cutWords, unitVector } from '../../src/models/embedder.ts';

test('brings a row to length 1', () => {
  expect(unitVector([3, 4], 'm')).toEqual(Float32Array.of(0.6, 0.8));
});

test.each([[[0, 0]], [[1, Number.NaN]], [[1, Number.POSITIVE_INFINITY]], [[]]])(
  'refuses %j with MODEL_INVALID',
  (row) => {
    expect(() => unitVector(row, 'm')).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }) as Error);
  },
);

test('cuts after a number of words and leaves shorter text as it is', () => {
  expect(cutWords(' one  two\nthree four ', 3)).toBe(' one  two\nthree');
  expect(cutWords(' one  two\nthree ', 3)).toBe(' one  two\nthree ');
});
