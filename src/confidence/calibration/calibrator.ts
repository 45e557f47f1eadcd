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

/** A calibration of before a signal was weighed does not weigh it. */
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
  // Set by reasoning and not fitted: an older calibration takes it as it ships.
  writerFound: z.number().default(candor.writerFound),
});

/**
 * What turns signals into the probability that the answer is right, as plain JSON. `coefficients` make the score, null:
 * those that ship; `map` bends it, null: not at all. A map keeps the coefficients that it was fitted over, so that it
 * stays right when others ship. Coefficients that weigh a reading say nothing of signals without one: those are scored
 * by what ships for them, and bent all the same.
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

/** What ships. */
export const seedCalibrator: Calibrator = { method: 'SEED', coefficients: null, map: null };

/** Where every map begins: its logarithms are finite there. */
const leastScore = 1e-9;

/** The score that a map bends: 0..1, both ends excluded. @param coefficients null: those that ship */
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
 * The probability that the answer is right, 0..1, rising with the score; 0 when nothing was found, as by
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

/** What is forecast for a labelled question with the tiers that ship; a vetoed one's value is held. */
export function forecastOf(calibrator: Calibrator, { signals, vetoed, right }: LabelledQuestion): Forecast {
  const value = applyCalibrator(calibrator, signals);
  return { probability: vetoed ? value * heldShare(uncertainFrom) : value, happened: right };
}

/** What the gate sees of a labelled question: a vetoed one stands at 0, because no threshold lets it pass. */
export function gatedOf(calibrator: Calibrator, { signals, vetoed, right }: LabelledQuestion): GatedQuestion {
  return { confidence: vetoed ? 0 : applyCalibrator(calibrator, signals), right };
}
