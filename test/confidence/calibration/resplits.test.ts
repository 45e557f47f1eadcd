import { describe, expect, it, test } from 'vitest';
import { certify, type GatedQuestion } from '../../../src/confidence/calibration/learnThenTest.ts';
import { createRandom } from '../../../src/stats.ts';
import { naiveThreshold, resplit } from '../../../bench/resplits.ts';
import { rankedLabels } from './syntheticLabels.ts';

/** A world of ten confidences, equally frequent, whose error rates are known. Up to the fifth, 5.05 % are wrong: just more than guaranteed. */
const levels = [0.01, 0.02, 0.04, 0.08, 0.1025, 0.3, 0.5, 0.6, 0.8, 0.9].map((errorRate, index) => ({
  confidence: 0.95 - index / 10,
  errorRate,
}));
const alpha = 0.05;
const delta = 0.05;
const thresholds = levels.slice(2).map(({ confidence }) => confidence);

function trueErrorFrom(threshold: number): number {
  const accepted = levels.filter(({ confidence }) => confidence >= threshold);
  return accepted.reduce((sum, { errorRate }) => sum + errorRate, 0) / accepted.length;
}

function drawn(count: number, random: () => number): GatedQuestion[] {
  return Array.from({ length: count }, () => {
    const { confidence, errorRate } = levels[Math.floor(random() * levels.length)] ?? { confidence: 0, errorRate: 1 };
    return { confidence, right: random() >= errorRate };
  });
}

test.each([300, 1000])(
  'in a world whose error rates are known, a guarantee from %i labels is broken in at most delta of the draws, and the naive rule much more often',
  (count) => {
    const random = createRandom(11);
    const times = 600;
    const broken = { guarantee: 0, naive: 0 };
    for (let draw = 0; draw < times; draw += 1) {
      const held = drawn(count, random);
      const [kept, naive] = [
        certify(held, { alpha, delta, thresholds }).threshold,
        naiveThreshold(held, { alpha, thresholds }),
      ];
      broken.guarantee += Number(kept !== null && trueErrorFrom(kept) > alpha);
      broken.naive += Number(naive !== null && trueErrorFrom(naive) > alpha);
    }
    const monteCarloError = Math.sqrt((delta * (1 - delta)) / times);
    expect(broken.guarantee / times).toBeLessThanOrEqual(delta + 2 * monteCarloError);
    expect(broken.naive / times).toBeGreaterThan(0.3);
  },
);

describe('resplit', () => {
  const labelled = rankedLabels(800, 1, { mean: 0.6, deviation: 3 });
  const options = { alpha: 0.1, delta: 0.05, seed: 1, times: 60 };

  it('breaks a guarantee rarely, and what was merely seen often', () => {
    const { times, learnThenTest, naive } = resplit(labelled, options);
    expect(times).toBe(60);
    expect(learnThenTest.redrawn.guaranteed).toBeGreaterThan(40);
    // What a guarantee of 5 % may be broken by chance in 60 draws; what was merely seen is broken more often than that.
    const byChance = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / 60);
    expect(learnThenTest.redrawn.rate).toBeLessThanOrEqual(byChance);
    expect(naive.redrawn.rate).toBeGreaterThan(byChance);
    expect(naive.audited.rate).toBeGreaterThan(byChance);
    for (const world of ['redrawn', 'audited'] as const) {
      expect(naive[world].rate).toBeGreaterThan(learnThenTest[world].rate);
      expect(naive[world].coverage).toBeGreaterThan(learnThenTest[world].coverage);
      expect(naive[world].monteCarloError).toBeCloseTo(
        Math.sqrt((naive[world].rate * (1 - naive[world].rate)) / 60),
        12,
      );
    }
  });

  it('fits on a part of its own, and is the same for the same seed', () => {
    const fitted = resplit(labelled, { ...options, times: 8, method: 'PLATT' });
    expect(fitted).toEqual(resplit(labelled, { ...options, times: 8, method: 'PLATT' }));
    expect(fitted).not.toEqual(resplit(labelled, { ...options, times: 8 }));
  });

  it('promises nothing where every veto holds', () => {
    const { learnThenTest, naive } = resplit(
      labelled.map((question) => ({ ...question, vetoed: true })),
      { ...options, times: 5 },
    );
    expect([learnThenTest.redrawn.guaranteed, naive.audited.guaranteed, learnThenTest.audited.coverage]).toEqual([
      0, 0, 0,
    ]);
  });
});
