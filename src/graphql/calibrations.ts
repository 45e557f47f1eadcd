import type { Calibration } from '../confidence/signals.ts';
import type { StoredCalibration } from '../learning/calibrations/calibration.ts';
import { factsOf } from '../learning/calibrations/facts.ts';

/** A test of a promise as it is stored. */
export type DomainGateTest = NonNullable<StoredCalibration['fit']['certificate']>;

/** What a stored calibration tells; the rest of it is loaded by its id where a query asks for it. */
export function toCalibration(stored: StoredCalibration): Calibration {
  return factsOf(stored);
}
