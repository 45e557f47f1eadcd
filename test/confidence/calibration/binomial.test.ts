import { describe, expect, it, test } from 'vitest';
import { binomialTail, incompleteBeta, upperBound } from '../../../src/confidence/calibration/binomial.ts';

/** The sum that the tail stands for, in logarithms. */
function summedTail(k: number, n: number, rate: number): number {
  let logTerm = n * Math.log1p(-rate);
  let total = Math.exp(logTerm);
  for (let hits = 1; hits <= k; hits += 1) {
    logTerm += Math.log((n - hits + 1) / hits) + Math.log(rate) - Math.log1p(-rate);
    total += Math.exp(logTerm);
  }
  return total;
}

describe('binomialTail', () => {
  it('is the share of coin tosses worked by hand', () => {
    // (1 + 10 + 45 + 120) / 1024
    expect(binomialTail(3, 10, 0.5)).toBeCloseTo(176 / 1024, 12);
    expect([
      binomialTail(-1, 10, 0.5),
      binomialTail(10, 10, 0.5),
      binomialTail(0, 0, 0.5),
      binomialTail(3, 10, 0),
      binomialTail(3, 10, 1),
    ]).toEqual([0, 1, 1, 1, 0]);
  });

  test.each([
    [0, 59, 0.05],
    [12, 400, 0.05],
    [300, 1000, 0.31],
    [950, 20_000, 0.05],
    [4900, 100_000, 0.05],
    [90_100, 100_000, 0.9],
  ])('P(Bin(%2$i, %3$f) <= %1$i) is the sum', (k, n, rate) => {
    expect(binomialTail(k, n, rate) / summedTail(k, n, rate)).toBeCloseTo(1, 6);
  });
});

describe('incompleteBeta', () => {
  it('is the polynomial that it is for whole numbers', () => {
    // I_x(2, 3) = P(Bin(4, x) >= 2), which is 11/16 at 1/2.
    expect(incompleteBeta(0.5, 2, 3)).toBeCloseTo(11 / 16, 12);
    expect(incompleteBeta(0.2, 1, 4)).toBeCloseTo(1 - 0.8 ** 4, 12);
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
  });
});

describe('upperBound', () => {
  it('has a closed form when nothing was wrong', () => {
    expect(upperBound(0, 59, 0.05)).toBeCloseTo(1 - 0.05 ** (1 / 59), 9);
    expect([upperBound(0, 0, 0.05), upperBound(7, 7, 0.05)]).toEqual([1, 1]);
  });

  // The 95 % limits of Clopper and Pearson 1934 are one-sided at 0.025; 1 of 10 gives .445 and 5 of 10 .813.
  test.each([
    [1, 10, 0.025, 0.445],
    [5, 10, 0.025, 0.8129],
    [2, 20, 0.05, 0.2826],
  ])('%i of %i at %f is %f', (wrong, answered, delta, bound) => {
    expect(upperBound(wrong, answered, delta)).toBeCloseTo(bound, 3);
  });

  // FACTS: what 1 % and 2 % at 95 % take.
  test.each([
    [0.01, [299, 473, 628]],
    [0.02, [149, 236, 313]],
  ])('%f is reached with so many answers and 0, 1, 2 wrong, and with none fewer', (alpha, counts) => {
    for (const [wrong, answered] of counts.entries()) {
      expect(upperBound(wrong, answered, 0.05)).toBeLessThanOrEqual(alpha);
      expect(upperBound(wrong, answered - 1, 0.05)).toBeGreaterThan(alpha);
    }
  });
});
