import type { Calibration, GatePromise } from '../../confidence/signals.ts';
import type { ScaleFit, StoredCalibration } from './calibration.ts';

/** Of a calibration, what its answers tell. */
export interface ScaleFacts extends Pick<StoredCalibration, 'id' | 'createdAt' | 'sampleSize' | 'language' | 'source' | 'dataHash'> {
  readonly fit: ScaleFit;
}

/** What an answer tells of the calibration that its confidence is read on. */
export function factsOf({ id, createdAt, sampleSize, language, source, dataHash, fit }: ScaleFacts): Calibration {
  const { calibrator, eceBefore, eceAfter, uncertainFrom, confidentFrom, certificate } = fit;
  return {
    id, createdAt, sampleSize, language, source, dataHash, method: calibrator.method, eceBefore, eceAfter, uncertainFrom, confidentFrom,
    promise: certificate && promiseOf(certificate),
  };
}

/** Null where no threshold passed. */
function promiseOf({ alpha, delta, threshold, answered, wrong, upperBound, coverage, coverageInterval: [coverageLow, coverageHigh] }: NonNullable<ScaleFit['certificate']>): GatePromise | null {
  return threshold === null ? null : { alpha, delta, threshold, answered, wrong, upperBound, coverage, coverageLow, coverageHigh };
}
