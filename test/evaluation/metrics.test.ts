import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allAt, auroc, brier, calibrationError, mean, ndcgAt, percentile, recallAt, reciprocalRank, wilson } from '../../src/evaluation/metrics.ts';

describe('auroc', () => {
  it('counts the pairs that stand in the right order, ties half', () => {
    // Pairs of (.9 .5) with (.5 .1): three right, one tie.
    expect(auroc([0.9, 0.5], [0.5, 0.1])).toBeCloseTo(3.5 / 4);
    expect(auroc([1, 1], [1])).toBe(0.5);
    expect(auroc([0.1], [0.2, 0.3])).toBe(0);
    expect(auroc([], [1])).toBeNull();
  });

  it('is the share of ordered pairs on any scores', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(fc.property(scores, scores, (positives, negatives) => {
      const pairs = positives.flatMap((p) => negatives.map((n): number => (p > n ? 1 : p === n ? 0.5 : 0)));
      expect(auroc(positives, negatives)).toBeCloseTo(pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length, 10);
    }));
  });
});

describe('ranking figures', () => {
  const relevant = new Set(['b', 'd', 'x']);
  const retrieved = ['a', 'b', 'c', 'd'];

  it('are worked by hand', () => {
    expect(recallAt(3, retrieved, relevant)).toBeCloseTo(1 / 3);
    expect(recallAt(10, retrieved, relevant)).toBeCloseTo(2 / 3);
    expect(reciprocalRank(retrieved, relevant)).toBe(1 / 2);
    expect([allAt(3, retrieved, new Set(['b', 'd'])), allAt(4, retrieved, new Set(['b', 'd'])), allAt(10, retrieved, relevant)]).toEqual([0, 1, 0]);
    // Gains at ranks 2 and 4: 1/log2(3) + 1/log2(5); ideal: ranks 1, 2, 3.
    expect(ndcgAt(10, retrieved, relevant)).toBeCloseTo((0.63093 + 0.430677) / (1 + 0.63093 + 0.5), 5);
    expect(ndcgAt(1, ['b'], relevant)).toBe(1);
  });

  it('are null without relevant documents and 0 when none was found', () => {
    expect(recallAt(5, retrieved, new Set())).toBeNull();
    expect(allAt(5, retrieved, new Set())).toBeNull();
    expect(ndcgAt(5, retrieved, new Set())).toBeNull();
    expect(reciprocalRank(['a'], relevant)).toBe(0);
  });
});

describe('summaries', () => {
  it('takes percentiles by nearest rank', () => {
    const values = [50, 10, 40, 20, 30, 60, 70, 80, 90, 100];
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.95)).toBe(100);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBeNull();
  });

  it('leaves gaps out of a mean', () => {
    expect(mean([1, null, 3])).toBe(2);
    expect(mean([null])).toBeNull();
  });

  it("gives Wilson's interval", () => {
    // Newcombe 1998: 81 of 263 gives .2553 to .3662.
    const [low, high] = wilson(81, 263) ?? [0, 0];
    expect(low).toBeCloseTo(0.2553, 3);
    expect(high).toBeCloseTo(0.3662, 3);
    expect(wilson(0, 10)?.[0]).toBe(0);
  });
});

describe('calibration', () => {
  const forecasts = [
    { probability: 0.2, happened: false }, { probability: 0.4, happened: true },
    { probability: 0.8, happened: true }, { probability: 1, happened: true },
  ];

  it('measures the distance of said and seen in bins of equal mass', () => {
    // Bins (.2 .4): said .3, seen .5; (.8 1): said .9, seen 1.
    expect(calibrationError(forecasts, 2)).toBeCloseTo((0.2 + 0.1) / 2);
    expect(calibrationError([])).toBeNull();
  });

  it('gives the Brier score', () => {
    expect(brier(forecasts)).toBeCloseTo((0.04 + 0.36 + 0.04 + 0) / 4);
  });
});
