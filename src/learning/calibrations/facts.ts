import type { Calibration, GatePromise } from '../../confidence/signals.ts';
import type { StoredCalibration } from './calibration.ts';

/** What an answer tells of the calibration that its confidence is read on. */
export function factsOf({ id, createdAt, sampleSize, language, source, dataHash, fit }: StoredCalibration): Calibration {
  const { calibrator, eceBefore, eceAfter, uncertainFrom, confidentFrom, certificate } = fit;
  return {
    id, createdAt, sampleSize, language, source, dataHash, method: calibrator.method, eceBefore, eceAfter, uncertainFrom, confidentFrom,
    promise: certificate && promiseOf(certificate),
  };
}

/** Null where no threshold passed. */
function promiseOf({ alpha, delta, threshold, answered, wrong, upperBound, coverage, coverageInterval: [coverageLow, coverageHigh] }: NonNullable<StoredCalibration['fit']['certificate']>): GatePromise | null {
  return threshold === null ? null : { alpha, delta, threshold, answered, wrong, upperBound, coverage, coverageLow, coverageHigh };
}
