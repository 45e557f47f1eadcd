import { expect, test } from 'vitest';
import { gateOn } from '../../src/confidence/scale.ts';
import { numberToSet } from '../../src/console/pages/gateScale.ts';

test.each([0.2, 0.45, 0.6, 0.8])(
  'the number that the console sets gives the gate that it showed, under a calibration at %s',
  (own) => {
    for (const shown of [0.3, 0.45, 0.5, 0.7, 0.8])
      expect(gateOn({ uncertainFrom: own }, numberToSet(shown, own)).uncertainFrom).toBeCloseTo(shown, 10);
  },
);

test('without a calibration the number is set as it is shown, and what the server would refuse is never set', () => {
  expect(numberToSet(0.37, null)).toBe(0.37);
  expect(numberToSet(0.95, 0.05)).toBe(0.95);
  expect(numberToSet(0.05, 0.95)).toBe(0.05);
});
