import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  augrc,
  aurc,
  auroc,
  aurocOf,
  brier,
  calibrationError,
  coverageAtRisk,
  logLoss,
  reliabilityPoints,
  riskCoveragePoints,
  wilson,
  type Forecast,
} from '../../../src/confidence/calibration/forecasts.ts';

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
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const pairs = positives.flatMap((p) => negatives.map((n): number => (p > n ? 1 : p === n ? 0.5 : 0)));
        expect(auroc(positives, negatives)).toBeCloseTo(pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length, 10);
      }),
    );
  });
});

describe('wilson', () => {
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
    { probability: 0.2, happened: false },
    { probability: 0.4, happened: true },
    { probability: 0.8, happened: true },
    { probability: 1, happened: true },
  ];

  it('measures the distance of said and seen in bins of equal mass', () => {
    // Bins (.2 .4): said .3, seen .5; (.8 1): said .9, seen 1.
    expect(calibrationError(forecasts, 2)).toBeCloseTo((0.2 + 0.1) / 2);
    expect(calibrationError([])).toBeNull();
  });

  it('gives the Brier score', () => {
    expect(brier(forecasts)).toBeCloseTo((0.04 + 0.36 + 0.04 + 0) / 4);
  });

  it('gives the log loss, and a bound to what one failed certainty costs', () => {
    expect(
      logLoss([
        { probability: 0.8, happened: true },
        { probability: 0.4, happened: false },
      ]),
    ).toBeCloseTo(-(Math.log(0.8) + Math.log(0.6)) / 2, 12);
    expect(logLoss([{ probability: 0, happened: true }])).toBeCloseTo(15 * Math.log(10), 6);
    expect([logLoss([]), brier([])]).toEqual([null, null]);
  });

  it('draws the reliability curve, lowest first, without empty bins', () => {
    const points = reliabilityPoints(forecasts, 2);
    expect(points.map(({ count, seen }) => [count, seen])).toEqual([
      [2, 0.5],
      [2, 1],
    ]);
    expect(points.map(({ said }) => said)).toEqual([expect.closeTo(0.3), expect.closeTo(0.9)]);
    expect(points[0]?.interval).toEqual(wilson(1, 2));
    expect(reliabilityPoints(forecasts).map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  it('does not depend on the order of equal forecasts', () => {
    const equal = [true, true, false, false].map((happened) => ({ probability: 0.5, happened }));
    expect(reliabilityPoints(equal, 2).map(({ seen }) => seen)).toEqual([0.5, 0.5]);
    expect(calibrationError(equal, 2)).toBe(0);
    expect(calibrationError([...equal].reverse(), 2)).toBe(0);
  });
});

describe('selective answering', () => {
  const said = (probability: number, happened: boolean): Forecast => ({ probability, happened });
  const one = [said(0.6, true), said(0.9, true), said(0.8, false), said(0.7, true)];
  const tied = [said(0.5, true), said(0.5, false), said(0.5, true), said(0.5, true)];

  it('draws the risk-coverage curve, equal forecasts together', () => {
    expect(
      riskCoveragePoints(one).map(({ threshold, answered, wrong, coverage, risk }) => [
        threshold,
        answered,
        wrong,
        coverage,
        risk,
      ]),
    ).toEqual([
      [0.9, 1, 0, 0.25, 0],
      [0.8, 2, 1, 0.5, 0.5],
      [0.7, 3, 1, 0.75, 1 / 3],
      [0.6, 4, 1, 1, 0.25],
    ]);
    expect(riskCoveragePoints(tied)).toEqual([{ threshold: 0.5, answered: 4, wrong: 1, coverage: 1, risk: 0.25 }]);
  });

  it('gives AURC, ties as expected', () => {
    expect(aurc(one)).toBeCloseTo((0 + 1 / 2 + 1 / 3 + 1 / 4) / 4, 12);
    expect(aurc(tied)).toBeCloseTo(0.25, 12);
    // The first of the tied pair is wrong in half of the orders: risk 0, then 1/4 (= 1/2 x 1/2), then 1/3.
    expect(aurc([said(0.9, true), said(0.5, true), said(0.5, false)])).toBeCloseTo((0 + 1 / 4 + 1 / 3) / 3, 12);
    expect(aurc([])).toBeNull();
  });

  it('gives AUGRC, ties as expected', () => {
    // Accepted and wrong: 0, 1/4, 1/4, 1/4 at coverage 1/4 to 1; trapezoids from (0, 0).
    expect(augrc(one)).toBeCloseTo((0 + 0.125 + 0.25 + 0.25) / 4, 12);
    expect(augrc(tied)).toBeCloseTo(0.125, 12);
    expect(augrc([])).toBeNull();
  });

  it('has the AUGRC that Traub et al. derive from AUROC and accuracy', () => {
    const forecast = fc.record({
      probability: fc.integer({ min: 0, max: 9 }).map((tenths) => tenths / 10),
      happened: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(forecast, { minLength: 1, maxLength: 40 }), (forecasts) => {
        const accuracy = forecasts.filter(({ happened }) => happened).length / forecasts.length;
        const separation = aurocOf(forecasts) ?? 1;
        expect(augrc(forecasts)).toBeCloseTo(
          (1 - separation) * accuracy * (1 - accuracy) + (1 - accuracy) ** 2 / 2,
          10,
        );
      }),
    );
  });

  it('answers as far as the upper bound of the risk allows', () => {
    const halves = Array.from({ length: 200 }, (_, index) => said(index < 100 ? 0.9 : 0.1, index < 100));
    // 0 of 100: at most 2.95 % at 95 %.
    expect([0.01, 0.02, 0.05].map((risk) => coverageAtRisk(halves, risk))).toEqual([0, 0, 0.5]);
  });
});
