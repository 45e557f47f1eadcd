import { z } from 'zod';
import type { ConfidenceModel } from '../fitted.ts';
import { foundAnything, heldShare, linear, logistic, shippedFor, uncertainFrom } from '../score.ts';
import { type ConfidenceSignals, signalNames } from '../signals.ts';
import { applyBeta, betaMap, applyPlatt, plattMap, applyIsotonic, isotonicMap } from './maps.ts';
import type { Forecast } from './forecasts.ts';
import type { LabelledQuestion } from './labelled.ts';
import type { GatedQuestion } from './learnThenTest.ts';

/** A fitted model of the signals; calibrations from before the signals were learned have another form and are refused. */
const model: z.ZodType<ConfidenceModel> = z.strictObject({
  intercept: z.number(),
  weights: z.partialRecord(z.enum(signalNames), z.number()).transform((weights) => weights as Record<string, number>),
  means: z.partialRecord(z.enum(signalNames), z.number()).transform((means) => means as Record<string, number>),
});

/**
 * Turns signals into the probability that the answer is right, as plain JSON. `model` gives the score (null:
 * the shipped ones), and `map` bends it (null: not at all). A map keeps the model that it was fitted on, so that
 * it stays valid when the shipped ones change. A model that weighs a reading does not apply to signals without one.
 * Such signals are scored with the shipped model for unread passages, and then bent by the same map.
 */
export const calibratorSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('SEED'), model: z.null(), map: z.null() }),
  z.object({ method: z.literal('PLATT'), model, map: plattMap }),
  z.object({ method: z.literal('BETA'), model, map: betaMap }),
  z.object({ method: z.literal('LOGISTIC'), model, map: z.null() }),
  z.object({ method: z.literal('ISOTONIC'), model, map: isotonicMap }),
]);
export type Calibrator = z.infer<typeof calibratorSchema>;
export type CalibrationMethod = Calibrator['method'];

/** The shipped calibrator. */
export const seedCalibrator: Calibrator = { method: 'SEED', model: null, map: null };

/** Clamps scores so that the logarithms of every map are finite. */
const leastScore = 1e-9;

/** The score that a map bends: 0..1 exclusive. @param model null: the shipped one */
export function scoreOf(signals: ConfidenceSignals, own: ConfidenceModel | null = null): number {
  return Math.min(1 - leastScore, Math.max(leastScore, logistic(linear(signals, modelFor(signals, own)))));
}

/** The model that weighs some signals. @param own of a calibration; null: the shipped one */
export function modelFor(signals: ConfidenceSignals, own: ConfidenceModel | null): ConfidenceModel {
  if (own === null) return shippedFor(signals);
  return signals.reader === undefined && own.weights['reader'] !== undefined ? shippedFor(signals) : own;
}

/**
 * The probability that the answer is right, 0..1, increasing with the score; 0 if nothing was found, as in
 * `scoreConfidence`.
 */
export function applyCalibrator(calibrator: Calibrator, signals: ConfidenceSignals): number {
  if (!foundAnything(signals)) return 0;
  const score = scoreOf(signals, calibrator.model);
  switch (calibrator.method) {
    case 'PLATT':
      return applyPlatt(calibrator.map, score);
    case 'BETA':
      return applyBeta(calibrator.map, score);
    case 'ISOTONIC':
      return applyIsotonic(calibrator.map, score);
    default:
      return score;
  }
}

/**
 * The forecast for a labelled question with the shipped tiers; the value of a vetoed question is held below the gate.
 */
export function forecastOf(calibrator: Calibrator, { signals, vetoed, right }: LabelledQuestion): Forecast {
  const value = applyCalibrator(calibrator, signals);
  return { probability: vetoed ? value * heldShare(uncertainFrom) : value, happened: right };
}

/** A labelled question as the gate sees it. A vetoed one has confidence 0, because no threshold lets it pass. */
export function gatedOf(calibrator: Calibrator, { signals, vetoed, right }: LabelledQuestion): GatedQuestion {
  return { confidence: vetoed ? 0 : applyCalibrator(calibrator, signals), right };
}
