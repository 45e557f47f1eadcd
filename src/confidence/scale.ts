import type { Caution, GateSetting } from '../workspaces/settings.ts';
import { applyCalibrator, type Calibrator, modelFor } from './calibration/calibrator.ts';
import {
  cautionGates,
  confidentFrom,
  contributionsOf,
  foundAnything,
  scoreConfidence,
  uncertainFrom,
  withValue,
} from './score.ts';
import type { Calibration, Confidence, ConfidenceFormula, ConfidenceSignals, Tier } from './signals.ts';

/**
 * Turns signals into a value, and a value into a tier. Either the shipped scale or one fitted on a workspace's own
 * questions.
 */
export interface ConfidenceScale {
  /** 0..1, never below `uncertainFrom`. */
  readonly confidentFrom: number;
  /** 0..1. The gate of a preset that answers by tiers. */
  readonly uncertainFrom: number;
  /** Null: the shipped coefficients. Only the formula CANDOR is calibrated. */
  readonly calibrator: Calibrator | null;
  readonly calibration: Calibration | null;
}

export const shippedScale: ConfidenceScale = { confidentFrom, uncertainFrom, calibrator: null, calibration: null };

/**
 * The confidence of some signals on a scale; 0 on every scale if nothing was found.
 * @param scores of all passages, 0..100; only AVERAGE reads them
 */
export function scoreOn(
  { calibrator, calibration }: ConfidenceScale,
  signals: ConfidenceSignals,
  formula: ConfidenceFormula,
  scores: readonly number[] = [],
): Confidence {
  if (calibrator === null || formula !== 'CANDOR' || !foundAnything(signals))
    return scoreConfidence(signals, formula, scores);
  const contributions = contributionsOf(signals, modelFor(signals, calibrator.model));
  return withValue({ signals, contributions, calibration }, applyCalibrator(calibrator, signals));
}

/** A value equal to a threshold belongs to the upper tier. @param gate where UNCERTAIN begins */
export function tierOn(
  value: number,
  gate: number,
  { confidentFrom: sure }: Pick<ConfidenceScale, 'confidentFrom'>,
): Exclude<Tier, 'VERIFICATION_FAILED'> {
  if (value >= sure) return 'CONFIDENT';
  return value >= gate ? 'UNCERTAIN' : 'NO_MATCH';
}

/** The confidence from which questions are answered, and the setting that it comes from. */
export interface Gate {
  /** Null if a number was set or the preset has a gate of its own. */
  readonly caution: Caution | null;
  /** The number, on the shipped scale; null if none was set. */
  readonly setTo: number | null;
  /** 0..1, on the scale by which the question was judged. */
  readonly uncertainFrom: number;
}

/**
 * A setting on some scale. It is as far from the scale's own gate, in log odds, as the setting is from BALANCED on the
 * shipped scale.
 */
export function gateOn({ uncertainFrom: own }: Pick<ConfidenceScale, 'uncertainFrom'>, setting: GateSetting): Gate {
  const asked = typeof setting === 'number' ? setting : cautionGates[setting];
  const named = typeof setting === 'number' ? { caution: null, setTo: setting } : { caution: setting, setTo: null };
  // Both return the exact value without rounding: an unmoved gate must keep its guarantee.
  if (asked === uncertainFrom) return { ...named, uncertainFrom: own };
  if (own === uncertainFrom) return { ...named, uncertainFrom: asked };
  const moved = (own * (asked / (1 - asked))) / (uncertainFrom / (1 - uncertainFrom));
  return { ...named, uncertainFrom: moved / (1 - own + moved) };
}

/**
 * A scale with its gate moved; CONFIDENT never begins below the gate. A certificate for one gate says nothing about a
 * lower gate, so the guarantee is dropped there.
 */
export function withGate(scale: ConfidenceScale, setting: GateSetting): ConfidenceScale {
  const { uncertainFrom: gate } = gateOn(scale, setting);
  const { calibration } = scale;
  const tested = calibration?.guarantee?.threshold ?? 0;
  return {
    ...scale,
    uncertainFrom: gate,
    confidentFrom: Math.max(gate, scale.confidentFrom),
    calibration: calibration && gate < tested ? { ...calibration, guarantee: null } : calibration,
  };
}
