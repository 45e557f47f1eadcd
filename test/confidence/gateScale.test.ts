import { expect, test } from 'vitest';
import { gateOn } from '../../src/confidence/scale.ts';
import { numberToSet } from '../../src/console/pages/gateScale.ts';

test.each([0.2, 0.45, 0.6, 0.8])(
  'the number that the console sets gives the gate that it showed, under a calibration at %s',
  (own) => {
    const shown = [0.3, 0.45, 0.5, 0.7, 0.8].map((gate) => ({ gate, number: numberToSet(gate, own) }));
    // What the server would refuse is cut.
    const allowed = shown.filter(({ number }) => number > 0.05 && number < 0.95);
    expect(allowed.length).toBeGreaterThan(2);
    for (const { gate, number } of allowed)
      expect(gateOn({ uncertainFrom: own }, number).uncertainFrom).toBeCloseTo(gate, 10);
  },
);

test('without a calibration the number is set as it is shown, and what the server would refuse is never set', () => {
  expect(numberToSet(0.37, null)).toBe(0.37);
  expect(numberToSet(0.95, 0.05)).toBe(0.95);
  expect(numberToSet(0.05, 0.95)).toBe(0.05);
});
