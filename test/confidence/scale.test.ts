import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gateOn, shippedScale, withGate, type ConfidenceScale } from '../../src/confidence/scale.ts';
import { cautionGates, confidentFrom, uncertainFrom } from '../../src/confidence/score.ts';
import type { Calibration } from '../../src/confidence/signals.ts';
import type { GateSetting } from '../../src/workspaces/settings.ts';

const guarantee = {
  alpha: 0.05,
  delta: 0.05,
  threshold: 0.62,
  answered: 200,
  wrong: 2,
  upperBound: 0.03,
  coverage: 0.7,
  coverageLow: 0.6,
  coverageHigh: 0.8,
};
const certified: ConfidenceScale = {
  uncertainFrom: 0.62,
  confidentFrom: 0.8,
  calibrator: null,
  calibration: { id: 'cal', guarantee } as Calibration,
};
const oddsOf = (value: number) => Math.log(value / (1 - value));

const share = fc.double({ min: 0, max: 1, noNaN: true });
const scales: fc.Arbitrary<ConfidenceScale> = fc.tuple(share, share).map(([left, right]) => ({
  ...certified,
  uncertainFrom: Math.min(left, right),
  confidentFrom: Math.max(left, right),
}));
const settings: fc.Arbitrary<GateSetting> = fc.oneof(
  fc.constantFrom('STRICT', 'BALANCED', 'GENEROUS'),
  fc.double({ min: 0.05, max: 0.95, noNaN: true }),
);
const shippedValue = (setting: GateSetting) => (typeof setting === 'number' ? setting : cautionGates[setting]);

describe('a gate on the scale that ships', () => {
  test('is the point of the curve, or the number', () => {
    expect(uncertainFrom).toBe(cautionGates.BALANCED);
    expect(withGate(shippedScale, 'BALANCED')).toEqual(shippedScale);
    for (const caution of ['STRICT', 'BALANCED', 'GENEROUS'] as const)
      expect(gateOn(shippedScale, caution)).toEqual({ caution, setTo: null, uncertainFrom: cautionGates[caution] });
    expect(gateOn(shippedScale, 0.123)).toEqual({ caution: null, setTo: 0.123, uncertainFrom: 0.123 });
  });

  test('takes CONFIDENT with it where it rises above', () => {
    const above = (1 + confidentFrom) / 2;
    expect(withGate(shippedScale, above)).toMatchObject({ uncertainFrom: above, confidentFrom: above });
    expect(withGate(shippedScale, 0.1)).toMatchObject({ uncertainFrom: 0.1, confidentFrom });
  });
});

describe('a gate on any scale', () => {
  test('is STRICT at or above BALANCED at or above GENEROUS, in order of what was set, 0..1 and not above CONFIDENT', () => {
    fc.assert(
      fc.property(scales, settings, settings, (scale, left, right) => {
        const [strict, balanced, generous] = (['STRICT', 'BALANCED', 'GENEROUS'] as const).map(
          (caution) => withGate(scale, caution).uncertainFrom,
        );
        expect(strict).toBeGreaterThanOrEqual(balanced!);
        expect(balanced).toBe(scale.uncertainFrom);
        expect(balanced).toBeGreaterThanOrEqual(generous!);
        const [low, high] = [left, right]
          .toSorted((a, b) => shippedValue(a) - shippedValue(b))
          .map((setting) => withGate(scale, setting));
        expect(low!.uncertainFrom).toBeLessThanOrEqual(high!.uncertainFrom + 1e-12);
        expect(low!.uncertainFrom).toBeGreaterThanOrEqual(0);
        for (const moved of [low!, high!]) expect(moved.confidentFrom).toBeGreaterThanOrEqual(moved.uncertainFrom);
        expect(high!.confidentFrom).toBeLessThanOrEqual(1);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  test("lies as far from the scale's own, in log odds, as it does from BALANCED", () => {
    for (const setting of ['STRICT', 'GENEROUS', 0.2, 0.8] as const) {
      expect(oddsOf(withGate(certified, setting).uncertainFrom) - oddsOf(0.62)).toBeCloseTo(
        oddsOf(shippedValue(setting)) - oddsOf(uncertainFrom),
        10,
      );
    }
  });

  test('keeps a guarantee at the gate that was tested and above, and makes none below', () => {
    for (const setting of ['BALANCED', uncertainFrom, 'STRICT', 0.9] as const)
      expect(withGate(certified, setting).calibration).toEqual(certified.calibration);
    for (const setting of ['GENEROUS', 0.05, uncertainFrom - 0.001] as const)
      expect(withGate(certified, setting).calibration).toEqual({ ...certified.calibration, guarantee: null });
    expect(withGate({ ...certified, calibration: null }, 'GENEROUS').calibration).toBeNull();
  });
});
