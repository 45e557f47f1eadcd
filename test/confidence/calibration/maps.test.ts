import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  applyBeta,
  fitBeta,
  applyPlatt,
  fitPlatt,
  logOdds,
  type ScoredLabel,
  applyIsotonic,
  fitIsotonic,
} from '../../../src/confidence/calibration/maps.ts';
import { createRandom } from '../../../src/stats.ts';
import { logistic } from '../../../src/confidence/score.ts';

const cell = (score: number, right: number, wrong: number): ScoredLabel[] => [
  ...Array.from({ length: right }, () => ({ score, right: true })),
  ...Array.from({ length: wrong }, () => ({ score, right: false })),
];
/** Scores whose answers are right with the probability that `truth` gives. */
function drawn(count: number, truth: (score: number) => number): ScoredLabel[] {
  const random = createRandom(5);
  return Array.from({ length: count }, () => {
    const score = 0.001 + 0.998 * random();
    return { score, right: random() < truth(score) };
  });
}

describe('Platt scaling', () => {
  it('meets the mean target of each of two scores', () => {
    const map = fitPlatt([...cell(0.8, 30, 10), ...cell(0.2, 10, 30)]);
    // 40 right and 40 wrong: targets 41/42 and 1/42.
    expect(applyPlatt(map, 0.8)).toBeCloseTo((30 * 41 + 10) / 42 / 40, 6);
    expect(applyPlatt(map, 0.2)).toBeCloseTo((10 * 41 + 30) / 42 / 40, 6);
  });

  it('finds slope and offset of the truth', () => {
    const { slope, offset } = fitPlatt(drawn(4000, (score) => logistic(0.5 * logOdds(score) - 1)));
    // Three standard errors: of the offset 0.04 each, and Platt's targets draw both a little in.
    expect(Math.abs(slope - 0.5)).toBeLessThan(0.06);
    expect(Math.abs(offset + 1)).toBeLessThan(0.12);
  });

  it('says the share that is right where scores speak against themselves', () => {
    const map = fitPlatt([...cell(0.9, 10, 30), ...cell(0.1, 30, 10)]);
    expect(map.slope).toBe(0);
    expect(applyPlatt(map, 0.9)).toBeCloseTo(0.5, 6);
  });
});

describe('beta calibration', () => {
  it('has the identity among its maps, and finds it', () => {
    expect(applyBeta({ a: 1, b: 1, c: 0 }, 0.37)).toBeCloseTo(0.37, 12);
    const { a, b, c } = fitBeta(drawn(6000, (score) => score));
    expect([a, b]).toEqual([expect.closeTo(1, 0), expect.closeTo(1, 0)]);
    expect(Math.abs(a - 1) + Math.abs(b - 1) + Math.abs(c)).toBeLessThan(0.3);
  });

  it('bends the two ends apart', () => {
    const { a, b } = fitBeta(drawn(6000, (score) => applyBeta({ a: 2, b: 0.5, c: 0 }, score)));
    expect(Math.abs(a - 2)).toBeLessThan(0.25);
    expect(Math.abs(b - 0.5)).toBeLessThan(0.1);
  });

  test.each([
    ['both', (score: number) => 1 - score],
    ['a', (score: number) => (score < 0.5 ? 0.9 - score : 0.4 + (score - 0.5))],
    ['b', (score: number) => (score < 0.5 ? score : 1.2 - score)],
  ])('never turns the order round: %s', (_which, truth) => {
    const map = fitBeta(drawn(1500, truth));
    expect(Math.min(map.a, map.b)).toBeGreaterThanOrEqual(0);
    expect(applyBeta(map, 0.9)).toBeGreaterThanOrEqual(applyBeta(map, 0.1));
  });
});

describe('isotonic regression', () => {
  it('pools neighbours that stand the wrong way round, and is never sure', () => {
    const labels = [false, true, false, true, true].map((right, index) => ({ score: index + 1, right }));
    const map = fitIsotonic(labels);
    // Blocks 0 (of 1), 1/2 (of 2), 1 (of 2); by Laplace at least 1/3 and at most 3/4.
    expect([1, 2, 3, 4, 5].map((score) => applyIsotonic(map, score))).toEqual([
      expect.closeTo(1 / 3),
      0.5,
      0.5,
      0.75,
      0.75,
    ]);
    expect([0, 1.5, 3.5, 9].map((score) => applyIsotonic(map, score))).toEqual([
      expect.closeTo(1 / 3),
      expect.closeTo(5 / 12),
      expect.closeTo(0.625),
      0.75,
    ]);
  });

  it('pools backwards as far as it must, and counts weights as that many labels', () => {
    // Shares 1, then 0 (weight 3): one block of 1/4.
    expect(
      fitIsotonic([
        { score: 0.1, right: true },
        { score: 0.2, right: false, weight: 3 },
      ]),
    ).toEqual({ scores: [0.1, 0.2], values: [0.25, 0.25] });
    const single = fitIsotonic(cell(0.5, 3, 1));
    expect(single).toEqual({ scores: [0.5], values: [0.75] });
    expect([0.1, 0.5, 0.9].map((score) => applyIsotonic(single, score))).toEqual([0.75, 0.75, 0.75]);
  });

  it('is the best of all rising lines, which averages show: max over starts of min over ends', () => {
    const label = fc.record({ score: fc.integer({ min: 1, max: 8 }), right: fc.boolean() });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 24 }), (labels) => {
        const map = fitIsotonic(labels);
        const levels = [...new Set(labels.map(({ score }) => score))].sort((left, right) => left - right);
        const average = (from: number, to: number) => {
          const between = labels.filter(({ score }) => score >= from && score <= to);
          return between.filter(({ right }) => right).length / between.length;
        };
        const [lowest, highest] = [map.values[0] ?? 0, map.values.at(-1) ?? 0];
        for (const level of levels) {
          const best = Math.max(
            ...levels
              .filter((from) => from <= level)
              .map((from) => Math.min(...levels.filter((to) => to >= level).map((to) => average(from, to)))),
          );
          expect(applyIsotonic(map, level)).toBeCloseTo(Math.min(highest, Math.max(lowest, best)), 10);
        }
        expect(lowest).toBeGreaterThan(0);
        expect(highest).toBeLessThan(1);
      }),
    );
  });
});
