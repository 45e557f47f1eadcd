import { z } from 'zod';
import {
  candor,
  candorUnread,
  foundAnything,
  heldShare,
  linear,
  logistic,
  uncertainFrom,
  type Coefficients,
} from '../score.ts';
import { unread, type ConfidenceSignals, type ReadingSignals } from '../signals.ts';
import { applyBeta, betaMap, applyPlatt, plattMap, applyIsotonic, isotonicMap } from './maps.ts';
import type { Forecast } from './forecasts.ts';
import type { LabelledQuestion } from './labelled.ts';
import type { GatedQuestion } from './learnThenTest.ts';

/** A calibration from before a signal was introduced gives it the weight 0. */
const coefficients: z.ZodType<Coefficients> = z.object({
  intercept: z.number(),
  rrfTop: z.number(),
  inBothArms: z.number(),
  keywordNormalized: z.number(),
  idfCoverage: z.number(),
  armOverlap: z.number(),
  similarity: z.number(),
  margin: z.number(),
  knownWords: z.number(),
  sentenceCoverage: z.number(),
  answerTypePresent: z.number(),
  codesMatched: z.number(),
  quantityMatched: z.number(),
  timeFit: z.number(),
  questionInformation: z.number().default(0),
  answerability: z.number().default(0),
  answerMargin: z.number().default(0),
  answerAgreement: z.number().default(0),
  answerCoverage: z.number().default(0),
  answerSimilarity: z.number().default(0),
  answerLead: z.number().default(0),
  passageSimilarity: z.number().default(0),
  headingMatch: z.number().default(0),
  passageRank: z.number().default(0),
  // Set by reasoning and not fitted, so an older calibration uses the shipped values.
  listMatched: z.number().default(candor.listMatched),
  writerFound: z.number().default(candor.writerFound),
});

/**
 * Turns signals into the probability that the answer is right, as plain JSON. `coefficients` produce the score (null:
 * the shipped ones), and `map` bends it (null: not at all). A map keeps the coefficients that it was fitted on, so that
 * it stays valid when the shipped ones change. Coefficients that weight a reading do not apply to signals without one.
 * Such signals are scored with the shipped coefficients for unread passages, and then bent by the same map.
 */
export const calibratorSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('SEED'), coefficients: z.null(), map: z.null() }),
  z.object({ method: z.literal('PLATT'), coefficients, map: plattMap }),
  z.object({ method: z.literal('BETA'), coefficients, map: betaMap }),
  z.object({ method: z.literal('LOGISTIC'), coefficients, map: z.null() }),
  z.object({ method: z.literal('ISOTONIC'), coefficients, map: isotonicMap }),
]);
export type Calibrator = z.infer<typeof calibratorSchema>;
export type CalibrationMethod = Calibrator['method'];

/** The shipped calibrator. */
export const seedCalibrator: Calibrator = { method: 'SEED', coefficients: null, map: null };

/** Clamps scores so that the logarithms of every map are finite. */
const leastScore = 1e-9;

/** The score that a map bends: 0..1 exclusive. @param coefficients null: the shipped ones */
export function scoreOf(signals: ConfidenceSignals, coefficients: Coefficients | null = null): number {
  return Math.min(1 - leastScore, Math.max(leastScore, logistic(linear(signals, weightsFor(signals, coefficients)))));
}

function weightsFor({ answerability }: ConfidenceSignals, coefficients: Coefficients | null): Coefficients {
  if (answerability === null && (coefficients === null || weighsReading(coefficients))) return candorUnread;
  return coefficients ?? candor;
}

function weighsReading(coefficients: Coefficients): boolean {
  return Object.keys(unread).some((name) => coefficients[name as keyof ReadingSignals] !== 0);
}

/**
 * The probability that the answer is right, 0..1, increasing with the score; 0 if nothing was found, as in
 * `scoreConfidence`.
 */
export function applyCalibrator(calibrator: Calibrator, signals: ConfidenceSignals): number {
  if (!foundAnything(signals)) return 0;
  const score = scoreOf(signals, calibrator.coefficients);
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
