import { expect, it } from 'vitest';
import { figuresOf } from '../../bench/impatience.ts';

it('an answer counts with its time, one without its record apart, and every other end by its name', () => {
  const answered = Array.from({ length: 20 }, (_, index) => ({ millis: 100 * (index + 1), hasRecord: index !== 3 }));
  const others = [
    { millis: 5, other: '429 OVERLOADED' },
    { millis: 9_000, other: '429 OVERLOADED' },
    { millis: 1, other: 'ECONNRESET' },
  ];
  const figures = figuresOf([...others, ...answered]);
  expect(figures).toMatchObject({ answers: 20, withoutRecord: 1 });
  expect(figures.p95).toBeLessThanOrEqual(2_000);
  expect([...figures.others]).toEqual([
    ['429 OVERLOADED', 2],
    ['ECONNRESET', 1],
  ]);
  expect(figuresOf([])).toEqual({ answers: 0, withoutRecord: 0, p50: null, p95: null, others: new Map() });
});
