import type { Confidence, ConfidenceSignals, Tier } from './signals.ts';

/**
 * COSINE: the similarity of the best passage, for recipes without a confidence of their own. CONSENSUS, CANDOR: a logistic over signals.
 * AVERAGE: the mean of the passages' scores.
 */
export type ConfidenceFormula = 'COSINE' | 'CONSENSUS' | 'AVERAGE' | 'CANDOR';

/** A linear model in the signals' own units, to be passed through the logistic function. */
export interface Coefficients {
  readonly intercept: number;
  readonly rrfTop: number;
  readonly inBothArms: number;
  readonly keywordNormalized: number;
  readonly idfCoverage: number;
  readonly armOverlap: number;
  readonly similarity: number;
  readonly margin: number;
  readonly knownWords: number;
  readonly sentenceCoverage: number;
  readonly answerTypePresent: number;
  readonly codesMatched: number;
  readonly quantityMatched: number;
}

const zero: Coefficients = {
  intercept: 0, rrfTop: 0, inBothArms: 0, keywordNormalized: 0, idfCoverage: 0, armOverlap: 0, similarity: 0, margin: 0, knownWords: 0, sentenceCoverage: 0, answerTypePresent: 0, codesMatched: 0, quantityMatched: 0,
};

/** The published recipe: rank agreement alone. A top hit of both arms is sure (.92), a top hit of one arm is not (.18). */
const consensus: Coefficients = { ...zero, intercept: -4, rrfTop: 150, inBothArms: 1.5 };

/**
 * Seed coefficients of the default preset, until a workspace has its own calibration. Fitted with signs kept positive on squad2, clapnq, mtrag
 * and lihua-world, every question answered (test/bench/openGate.ts, test/bench/fitSeed.ts), three parts answerable to one look-alike to one
 * off-corpus; knownWords is set by judgement, because encyclopaedic sets lack it. The slope is 1.22 of the fitted one, and the middle lies where the
 * open sets begin to gain by an answer, a wrong one weighing two right ones. codesMatched: of 17 golden answers that hold the code they were asked for
 * 16 are right, and the embedder cannot tell E1042 from E1043, so that the similarity does not say so.
 * quantityMatched: see grounding/quantity.ts.
 */
const candor: Coefficients = {
  intercept: -8.38, rrfTop: 57.5, inBothArms: 0, keywordNormalized: 1.22, idfCoverage: 0.36, armOverlap: 1.22, similarity: 2.46, margin: 1.85,
  knownWords: 0.99, sentenceCoverage: 2.085, answerTypePresent: 0.737, codesMatched: 1, quantityMatched: 1,
};

/** Where the tiers begin, until a calibration moves them. */
export const confidentFrom = 0.75;
export const uncertainFrom = 0.45;

/**
 * A veto: a passage that holds less than this share of the question's idf mass is the nearest thing, whatever else agrees ("capital of France"
 * over a table of shipping zones). At .45 golden near misses that get an answer fall from 12 to 6 of 32 for 4 of 88 right answers; squad2's
 * utility rises from -.51 to -.47; at .5 it costs 9.
 */
const minCoverage = 0.45;
const belowGate = uncertainFrom - 0.01;

/**
 * The confidence of some signals, 0..1. Without any passage it is 0 by every formula.
 * @param scores of all passages, 0..100; only AVERAGE reads them
 */
export function scoreConfidence(signals: ConfidenceSignals, formula: ConfidenceFormula, scores: readonly number[] = []): Confidence {
  const value = clamp(formula === 'AVERAGE' ? mean(scores) / 100 : evaluate(signals, formula));
  return { value, display: Math.round(value * 1000) / 10, signals, calibration: null };
}

function evaluate(signals: ConfidenceSignals, formula: Exclude<ConfidenceFormula, 'AVERAGE'>): number {
  const found = signals.rrfTop > 0 || signals.vectorDistance !== null;
  if (!found) return 0;
  if (formula === 'COSINE') return similarityOf(signals);
  if (formula === 'CONSENSUS') return logistic(linear(signals, consensus));
  const value = logistic(linear(signals, candor));
  return signals.idfCoverage < minCoverage ? Math.min(value, belowGate) : value;
}

/** The coefficients' weighted sum of the signals. An arm that failed has signals of 0, so its loss never raises the confidence. */
export function linear(signals: ConfidenceSignals, weights: Coefficients): number {
  return weights.intercept
    + weights.rrfTop * signals.rrfTop
    + weights.inBothArms * Number(signals.inBothArms)
    + weights.keywordNormalized * signals.keywordNormalized
    + weights.idfCoverage * signals.idfCoverage
    + weights.armOverlap * signals.armOverlap
    + weights.similarity * similarityOf(signals)
    + weights.margin * signals.margin
    + weights.knownWords * signals.knownWords
    + weights.sentenceCoverage * signals.sentenceCoverage
    + weights.answerTypePresent * Number(signals.answerTypePresent)
    + weights.codesMatched * Number(signals.codesMatched)
    + weights.quantityMatched * Number(signals.quantityMatched);
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** The tier of a confidence; thresholds belong to the upper tier. */
export function tierOf(value: number): Exclude<Tier, 'VERIFICATION_FAILED'> {
  return tierAbove(value, uncertainFrom);
}

/** The tier where a gate of its own decides from where on it answers: UNCERTAIN begins there. */
export function tierAbove(value: number, gate: number): Exclude<Tier, 'VERIFICATION_FAILED'> {
  if (value >= confidentFrom) return 'CONFIDENT';
  return value >= gate ? 'UNCERTAIN' : 'NO_MATCH';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function similarityOf(signals: ConfidenceSignals): number {
  return signals.vectorDistance === null ? 0 : clamp(1 - signals.vectorDistance);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
