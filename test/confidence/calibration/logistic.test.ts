import { describe, expect, it } from 'vitest';
import { type Example, fitLogistic, predict, solve } from '../../../src/confidence/calibration/maps.ts';
import { createRandom } from '../../../src/stats.ts';
import { logistic } from '../../../src/confidence/score.ts';

describe('fitLogistic', () => {
  it('finds the log odds of a two-by-two table', () => {
    // 30 of 40 with the feature, 10 of 40 without: intercept ln(10/30), coefficient ln(30/10) - ln(10/30).
    const cell = (feature: number, label: boolean, count: number): Example[] =>
      Array.from({ length: count }, () => ({ features: [feature], label }));
    const model = fitLogistic(
      [...cell(1, true, 30), ...cell(1, false, 10), ...cell(0, true, 10), ...cell(0, false, 30)],
      { l2: 0 },
    );
    expect(model.intercept).toBeCloseTo(Math.log(1 / 3), 6);
    expect(model.coefficients[0]).toBeCloseTo(2 * Math.log(3), 6);
    expect(predict(model, [1])).toBeCloseTo(0.75, 6);
  });

  it('recovers the coefficients that made the data, in raw units', () => {
    const random = createRandom(7);
    const examples = Array.from({ length: 20_000 }, (): Example => {
      const features = [random() * 10, random() * 0.01];
      return { features, label: random() < logistic(-2 + 0.5 * (features[0] ?? 0) - 100 * (features[1] ?? 0)) };
    });
    const model = fitLogistic(examples, { l2: 1e-6 });
    expect(model.intercept).toBeCloseTo(-2, 0);
    expect(model.coefficients[0]).toBeCloseTo(0.5, 1);
    expect(Math.abs((model.coefficients[1] ?? 0) + 100)).toBeLessThan(10);
  });

  it('stays finite on data that a line parts, and gives 0 to a feature that never varies', () => {
    const model = fitLogistic(
      [
        { features: [0, 5], label: false },
        { features: [1, 5], label: true },
      ],
      { l2: 1 },
    );
    expect(model.coefficients[0]).toBeGreaterThan(0);
    expect(Number.isFinite(model.coefficients[0])).toBe(true);
    expect(model.coefficients[1]).toBe(0);
  });

  it('counts a weight as that many examples', () => {
    const once: Example[] = [
      { features: [0], label: true },
      { features: [0], label: false },
      { features: [1], label: true },
      { features: [1], label: false },
    ];
    const repeated = [...once, once[0], once[0]].filter((example) => example !== undefined);
    const weighted = once.map((example, index) => (index === 0 ? { ...example, weight: 3 } : example));
    const [left, right] = [fitLogistic(repeated, { l2: 0 }), fitLogistic(weighted, { l2: 0 })];
    expect(left.intercept).toBeCloseTo(right.intercept, 9);
    expect(left.coefficients[0]).toBeCloseTo(right.coefficients[0] ?? 0, 9);
  });
});

describe('solve', () => {
  it('solves with row pivots', () => {
    expect(
      solve(
        [
          [0, 2],
          [3, 1],
        ],
        [4, 5],
      ).map((value) => Math.round(value * 1e9) / 1e9),
    ).toEqual([1, 2]);
  });
});
