import { mean } from '../stats.ts';
import type { Caution } from '../workspaces/settings.ts';
import { fitted, type ConfidenceModel } from './fitted.ts';
import {
  type Confidence,
  type ConfidenceFormula,
  type ConfidenceSignals,
  type SignalName,
  signalNames,
} from './signals.ts';

/**
 * The log odds that a chat model's proven choice adds, and that "not stated" subtracts. Set by reasoning, not fitted: a
 * choice lifts what is barely worth reading over the gate and no further, and a model that reads twenty sentences may
 * have missed the answer.
 */
const ofWriter: ConfidenceModel['weights'] = { writerFound: 3 };

const withWriter = (model: ConfidenceModel): ConfidenceModel => ({
  ...model,
  weights: { ...model.weights, ...ofWriter },
});

/** The default preset's models, as `npm run fit` found them: if passages were read, if their sentences were compared by meaning, and from retrieval alone. */
export const shippedModels = {
  read: withWriter(fitted.confidence.read),
  unread: withWriter(fitted.confidence.unread),
  meant: withWriter(fitted.confidence.meant),
};

/**
 * The published recipe: rank agreement only. A top hit of both arms is certain (.92), a top hit of one arm is not
 * (.18). Any score above that of one arm's top hit is of both arms, so agreement is no signal of its own.
 */
export const consensus: ConfidenceModel = { intercept: -5.5, weights: { rrfTop: 241.5 }, means: {} };

/**
 * The confidence from which questions are answered, by level of caution: on bases that no fit has seen, near misses
 * included, at most 10 (STRICT), 15 (BALANCED) and 25 (GENEROUS) in 100 answers are wrong.
 */
export const cautionGates: Readonly<Record<Caution, number>> = fitted.gates;

/** Where the tiers begin, until a calibration or a caution setting moves them: at most 5 in 100 CONFIDENT are wrong. */
export const { confidentFrom, hopelessBelow } = fitted;
export const uncertainFrom = cautionGates.BALANCED;

/**
 * The confidence of some signals, 0..1. Without any passage it is 0 for every formula.
 * @param scores of all passages, 0..100; only AVERAGE reads them
 */
export function scoreConfidence(
  signals: ConfidenceSignals,
  formula: ConfidenceFormula,
  scores: readonly number[] = [],
): Confidence {
  if (!foundAnything(signals)) return withValue({ signals, contributions: {}, calibration: null }, 0);
  switch (formula) {
    case 'COSINE':
      return withValue({ signals, contributions: {}, calibration: null }, clamp(signals.topSimilarity ?? 0));
    case 'AVERAGE':
      return withValue({ signals, contributions: {}, calibration: null }, clamp((mean(scores) ?? 0) / 100));
    case 'CONSENSUS':
      return weighed(signals, consensus);
    case 'CANDOR':
      return weighed(signals, shippedFor(signals));
  }
}

/** What a judgement rests on: a reading, the meaning of single sentences, or retrieval alone. */
export function groundOf({ reader, similarity }: ConfidenceSignals): keyof typeof shippedModels {
  if (reader !== undefined) return 'read';
  return similarity === undefined ? 'unread' : 'meant';
}

/** The shipped model for signals with, or without, a reading. */
export function shippedFor(signals: ConfidenceSignals): ConfidenceModel {
  return shippedModels[groundOf(signals)];
}

function weighed(signals: ConfidenceSignals, model: ConfidenceModel): Confidence {
  const contributions = contributionsOf(signals, model);
  return withValue({ signals, contributions, calibration: null }, logistic(linear(signals, model)));
}

/** What each weighed signal adds to the log odds, beside one of its mean. */
export function contributionsOf(signals: ConfidenceSignals, { weights, means }: ConfidenceModel): ConfidenceSignals {
  const found = signalNames.flatMap((name): [SignalName, number][] => {
    const [weight, value] = [weights[name] ?? 0, signals[name]];
    return weight === 0 || value === undefined ? [] : [[name, weight * (value - (means[name] ?? 0))]];
  });
  return Object.fromEntries(found);
}

/** Log odds: the intercept is those of a question whose signals are all at their means. What is not known adds nothing. */
export function linear(signals: ConfidenceSignals, model: ConfidenceModel): number {
  return Object.values(contributionsOf(signals, model)).reduce((sum, each) => sum + each, model.intercept);
}

/** The confidence of the same evidence with another value. @param value 0..1 */
export function withValue(
  { signals, contributions, calibration }: Pick<Confidence, 'signals' | 'contributions' | 'calibration'>,
  value: number,
): Confidence {
  return { value, display: Math.round(value * 1000) / 10, signals, contributions, calibration };
}

/** Whether anything was found at all. Otherwise the confidence is 0 for every formula and every fit. */
export function foundAnything(signals: ConfidenceSignals): boolean {
  return Object.keys(signals).length > 0;
}

/**
 * The factor applied to the confidence if a condition of the question is unmet. Even a confidence of 1 ends just below
 * the gate, and the order is preserved.
 */
export function heldShare(gate: number): number {
  return Math.max(0, gate - 0.01);
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
