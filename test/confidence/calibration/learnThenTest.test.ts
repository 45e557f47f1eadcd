import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  certify,
  certifyPairs,
  sequenceFrom,
  sweep,
  thresholdsFrom,
  type GatedQuestion,
} from '../../../src/confidence/calibration/learnThenTest.ts';
import { wilson } from '../../../src/confidence/calibration/forecasts.ts';

const questions = (confidence: number, right: number, wrong: number): GatedQuestion[] => [
  ...Array.from({ length: right }, () => ({ confidence, right: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, right: false })),
];
const guarantee = { alpha: 0.05, delta: 0.05 };

describe('certify', () => {
  it('keeps the loosest threshold that passed', () => {
    const held = [
      ...questions(0.9, 100, 0),
      ...questions(0.7, 99, 1),
      ...questions(0.5, 80, 20),
      ...questions(0, 50, 50),
    ];
    const certificate = certify(held, { ...guarantee, thresholds: [0.9, 0.7, 0.5] });
    expect(certificate).toMatchObject({
      ...guarantee,
      threshold: 0.7,
      answered: 200,
      wrong: 1,
      coverage: 0.5,
      coverageInterval: wilson(200, 400),
    });
    // P(Bin(100, .05) = 0), then one wrong of 200.
    expect(certificate.steps.map(({ answered, wrong, passed }) => [answered, wrong, passed])).toEqual([
      [100, 0, true],
      [200, 1, true],
      [300, 21, false],
    ]);
    expect(certificate.steps[0]?.pValue).toBeCloseTo(0.95 ** 100, 12);
    expect(certificate.steps[1]?.pValue).toBeCloseTo(0.95 ** 200 + 200 * 0.05 * 0.95 ** 199, 12);
    expect(certificate.upperBound).toBeLessThan(0.05);
  });

  it('ends at the first that fails, though a looser one would pass', () => {
    const held = [...questions(0.9, 20, 0), ...questions(0.5, 180, 0)];
    const certificate = certify(held, { ...guarantee, thresholds: [0.9, 0.5] });
    expect(certificate).toMatchObject({ threshold: null, answered: 0, wrong: 0, upperBound: 1, coverage: 0 });
    expect(certificate.steps).toHaveLength(1);
    expect(certify(held, { ...guarantee, thresholds: [0.5] }).threshold).toBe(0.5);
  });

  it('says how many labels the strictest threshold would take', () => {
    const thresholds = [0.9];
    // 59 answers without a wrong one pass at 5 %; half of the questions are answered.
    expect(certify([...questions(0.9, 20, 0), ...questions(0, 20, 0)], { ...guarantee, thresholds }).needed).toBe(118);
    // Two wrong of 100: P(Bin(n, .05) <= .02 n).
    const { needed } = certify(questions(0.9, 98, 2), { ...guarantee, thresholds });
    expect(
      certify(questions(0.9, (needed ?? 0) - Math.ceil((needed ?? 0) * 0.02), Math.ceil((needed ?? 0) * 0.02)), {
        ...guarantee,
        thresholds,
      }).threshold,
    ).toBe(0.9);
    expect(needed).toBeGreaterThan(100);
    expect(needed).toBeLessThan(250);
    expect(certify(questions(0.9, 95, 5), { ...guarantee, thresholds }).needed).toBeNull();
    expect(certify(questions(0.9, 95_001, 4999), { ...guarantee, thresholds }).needed).toBeNull();
    expect(certify(questions(0.5, 10, 0), { ...guarantee, thresholds }).needed).toBeNull();
  });

  it('promises nothing without questions or thresholds', () => {
    expect(certify([], { ...guarantee, thresholds: [0.5] })).toMatchObject({
      threshold: null,
      coverage: 0,
      coverageInterval: [0, 1],
      needed: null,
    });
    expect(certify(questions(0.9, 100, 0), { ...guarantee, thresholds: [] })).toMatchObject({
      threshold: null,
      steps: [],
      needed: null,
    });
  });

  it('certifies no less for a larger alpha', () => {
    const held = [...questions(0.9, 100, 0), ...questions(0.7, 97, 3), ...questions(0.5, 80, 20)];
    const pairs = certifyPairs(held, 0.05, () => [0.9, 0.7, 0.5], [0.01, 0.05, 0.15, 0.3]);
    expect(pairs.map(({ alpha, coverage }) => [alpha, coverage])).toEqual([
      [0.01, 0],
      [0.05, expect.closeTo(2 / 3)],
      [0.15, 1],
      [0.3, 1],
    ]);
  });
});

describe('thresholdsFrom', () => {
  it('spreads over coverage, strict to loose', () => {
    const confidences = Array.from({ length: 100 }, (_, index) => (index + 1) / 100);
    expect(thresholdsFrom(confidences, 4)).toEqual([0.76, 0.51, 0.26, 0.01]);
    expect(thresholdsFrom(confidences, 3, 0.5)).toEqual([0.51, 0.26, 0.01]);
  });

  it('has equal ones once, none at 0, and none without confidences', () => {
    expect(thresholdsFrom([0.5, 0.5, 0.5, 0.2, 0, 0, 0], 4)).toEqual([0.5, 0.2]);
    expect(thresholdsFrom([0, 0], 4)).toEqual([]);
    expect(sequenceFrom([], { alpha: 0.05, labels: 100 })).toEqual([]);
  });

  it('falls strictly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        fc.integer({ min: 1, max: 15 }),
        (confidences, count) => {
          const thresholds = thresholdsFrom(confidences, count);
          expect(thresholds).toEqual([...new Set(thresholds)].toSorted((left, right) => right - left));
          expect(thresholds.length).toBeLessThanOrEqual(count);
        },
      ),
    );
  });

  it('begins where the labels of tune say that a guarantee has its best chance', () => {
    const tune = Array.from({ length: 200 }, (_, index): GatedQuestion => ({
      confidence: 1 - index / 200,
      right: index < 100 || index % 2 === 0,
    }));
    const thresholds = sequenceFrom(tune, { alpha: 0.05, labels: 200 });
    expect(thresholds[0]).toBeCloseTo(0.5, 1);
    expect(thresholds.length).toBeGreaterThan(10);
    // Evenly spread, the strictest would answer 13 of 200, which passes nothing.
    expect(
      certify(tune, { ...guarantee, thresholds: thresholdsFrom(tune.map(({ confidence }) => confidence)) }).threshold,
    ).toBeNull();
    expect(certify(tune, { ...guarantee, thresholds }).coverage).toBeGreaterThanOrEqual(0.5);
  });
});

describe('sweep', () => {
  it('counts missed against wrong, worked by hand', () => {
    const held = [...questions(0.9, 3, 1), ...questions(0.4, 2, 4)];
    expect(sweep(held, [0, 0.5, 1])).toEqual([
      { threshold: 0, right: 5, wrong: 5, missed: 0, utility: -5 },
      { threshold: 0.5, right: 3, wrong: 1, missed: 2, utility: 1 },
      { threshold: 1, right: 0, wrong: 0, missed: 5, utility: 0 },
    ]);
    expect(sweep(held)).toHaveLength(51);
  });
});
