import type { Caution, GateSetting } from '../workspaces/settings.ts';
import { applyCalibrator, type Calibrator } from './calibration/calibrator.ts';
import {
  cautionGates,
  confidentFrom,
  foundAnything,
  scoreConfidence,
  uncertainFrom,
  withValue,
  type ConfidenceFormula,
} from './score.ts';
import type { Calibration, Confidence, ConfidenceSignals, Tier } from './signals.ts';

/**
 * What turns signals into a value, and a value into a tier: what ships, or what was fitted on a workspace's own
 * questions.
 */
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

/**
 * The confidence of some signals on a scale. Nothing that was found is 0 on every scale. @param scores of all passages,
 * 0..100; only AVERAGE reads them
 */
export function scoreOn(
  { calibrator, calibration }: ConfidenceScale,
  signals: ConfidenceSignals,
  formula: ConfidenceFormula,
  scores: readonly number[] = [],
): Confidence {
  if (calibrator === null || formula !== 'CANDOR' || !foundAnything(signals))
    return scoreConfidence(signals, formula, scores);
  return withValue({ signals, calibration }, applyCalibrator(calibrator, signals));
}

/** Thresholds belong to the upper tier. @param gate where UNCERTAIN begins */
export function tierOn(
  value: number,
  gate: number,
  { confidentFrom: sure }: Pick<ConfidenceScale, 'confidentFrom'>,
): Exclude<Tier, 'VERIFICATION_FAILED'> {
  if (value >= sure) return 'CONFIDENT';
  return value >= gate ? 'UNCERTAIN' : 'NO_MATCH';
}

/** From which confidence on is answered, and what says so. */
export interface Gate {
  /** Null: a number was set, or the preset has a gate of its own. */
  readonly caution: Caution | null;
  /** The number, on the scale that ships; null: none was set. */
  readonly setTo: number | null;
  /** 0..1, on the scale that the question was judged by. */
  readonly uncertainFrom: number;
}

/**
 * A setting on some scale: as far from the scale's own gate, in log odds, as the setting is from BALANCED on the scale
 * that ships.
 */
export function gateOn({ uncertainFrom: own }: Pick<ConfidenceScale, 'uncertainFrom'>, setting: GateSetting): Gate {
  const asked = typeof setting === 'number' ? setting : cautionGates[setting];
  const named = typeof setting === 'number' ? { caution: null, setTo: setting } : { caution: setting, setTo: null };
  // Each without rounding: a gate that nobody moved must keep its promise.
  if (asked === uncertainFrom) return { ...named, uncertainFrom: own };
  if (own === uncertainFrom) return { ...named, uncertainFrom: asked };
  const moved = (own * (asked / (1 - asked))) / (uncertainFrom / (1 - uncertainFrom));
  return { ...named, uncertainFrom: moved / (1 - own + moved) };
}

/**
 * A scale with its gate moved, CONFIDENT never below it. What was certified at one gate says nothing of a lower one:
 * there the promise is not made.
 */
export function withGate(scale: ConfidenceScale, setting: GateSetting): ConfidenceScale {
  const { uncertainFrom: gate } = gateOn(scale, setting);
  const { calibration } = scale;
  const tested = calibration?.promise?.threshold ?? 0;
  return {
    ...scale,
    uncertainFrom: gate,
    confidentFrom: Math.max(gate, scale.confidentFrom),
    calibration: calibration && gate < tested ? { ...calibration, promise: null } : calibration,
  };
}
