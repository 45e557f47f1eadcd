import { applyCalibrator, type Calibrator } from './calibration/calibrator.ts';
import { confidentFrom, foundAnything, scoreConfidence, uncertainFrom, withValue, type ConfidenceFormula } from './score.ts';
import type { Calibration, Confidence, ConfidenceSignals, Tier } from './signals.ts';

/** What turns signals into a value, and a value into a tier: what ships, or what was fitted on a workspace's own questions. */
export interface ConfidenceScale {
  /** 0..1, never below `uncertainFrom`. */
  readonly confidentFrom: number;
  /** 0..1. The gate of a preset that answers by tiers. */
  readonly uncertainFrom: number;
  /** Null: the coefficients that ship. Only the formula CANDOR is calibrated. */
  readonly calibrator: Calibrator | null;
  readonly calibration: Calibration | null;
}

export const shippedScale: ConfidenceScale = { confidentFrom, uncertainFrom, calibrator: null, calibration: null };

/** The confidence of some signals on a scale. Nothing that was found is 0 on every scale. @param scores of all passages, 0..100; only AVERAGE reads them */
export function scoreOn({ calibrator, calibration }: ConfidenceScale, signals: ConfidenceSignals, formula: ConfidenceFormula, scores: readonly number[] = []): Confidence {
  if (calibrator === null || formula !== 'CANDOR' || !foundAnything(signals)) return scoreConfidence(signals, formula, scores);
  return withValue({ signals, calibration }, applyCalibrator(calibrator, signals));
}

/** Thresholds belong to the upper tier. @param gate where UNCERTAIN begins */
export function tierOn(value: number, gate: number, { confidentFrom: sure }: Pick<ConfidenceScale, 'confidentFrom'>): Exclude<Tier, 'VERIFICATION_FAILED'> {
  if (value >= sure) return 'CONFIDENT';
  return value >= gate ? 'UNCERTAIN' : 'NO_MATCH';
}
