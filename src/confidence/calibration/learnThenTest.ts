import { binomialTail, upperBound } from './binomial.ts';
import { wilson } from './forecasts.ts';

/** A labelled question as the gate sees it. Confidence is 0..1, and 0 if a veto blocks it at every threshold. */
export interface GatedQuestion {
  readonly confidence: number;
  readonly right: boolean;
}

export interface CertifyOptions {
  /** Greatest share of wrong answers among answered questions, 0..1. */
  readonly alpha: number;
  /** Greatest probability that the guarantee is broken, 0..1. */
  readonly delta: number;
  /** Strict to loose, chosen without looking at the questions that certify. */
  readonly thresholds: readonly number[];
}

export interface CertificateStep {
  readonly threshold: number;
  readonly answered: number;
  readonly wrong: number;
  /** P(Bin(answered, alpha) <= wrong): the probability of so few wrong answers if the true rate were alpha. */
  readonly pValue: number;
  readonly passed: boolean;
}

/** "At most alpha wrong among answered, with confidence 1 - delta", or the reason why that cannot be guaranteed. */
export interface Certificate {
  readonly alpha: number;
  readonly delta: number;
  /** The loosest threshold that passed; null: no guarantee. The following counts are then 0 and the bound is 1. */
  readonly threshold: number | null;
  readonly answered: number;
  readonly wrong: number;
  /** Upper bound of the share of wrong answers (Clopper and Pearson, one-sided at delta). */
  readonly upperBound: number;
  /** Share of all questions answered, with its 95 % interval (Wilson). */
  readonly coverage: number;
  readonly coverageInterval: readonly [low: number, high: number];
  /** Up to and including the first that failed. */
  readonly steps: readonly CertificateStep[];
  /**
   * How many labelled questions the strictest threshold would need if its observed error rate were the true one; null
   * if no number suffices.
   */
  readonly needed: number | null;
}

/**
 * Learn-then-Test with fixed sequence testing (Angelopoulos et al. 2021; Bauer 1991). From strict to loose, each
 * threshold is tested at level delta by the exact binomial tail until one fails; the loosest that passed is kept.
 * Further tests do not use up delta, because the order was fixed in advance. The guarantee is for questions drawn
 * independently from the same distribution. Questions of one family that fail together make it overconfident: see
 * bench/resplits.ts.
 */
export function certify(held: readonly GatedQuestion[], { alpha, delta, thresholds }: CertifyOptions): Certificate {
  const steps: CertificateStep[] = [];
  for (const threshold of thresholds) {
    const step = stepAt(held, threshold, alpha, delta);
    steps.push(step);
    if (!step.passed) break;
  }
  const kept = steps.findLast(({ passed }) => passed);
  const [answered, wrong] = [kept?.answered ?? 0, kept?.wrong ?? 0];
  return {
    alpha,
    delta,
    threshold: kept?.threshold ?? null,
    answered,
    wrong,
    upperBound: upperBound(wrong, answered, delta),
    coverage: answered / Math.max(1, held.length),
    coverageInterval: wilson(answered, held.length) ?? [0, 1],
    steps,
    needed: steps[0] ? neededFor(steps[0], held.length, alpha, delta) : null,
  };
}

function stepAt(held: readonly GatedQuestion[], threshold: number, alpha: number, delta: number): CertificateStep {
  const accepted = held.filter(({ confidence }) => confidence >= threshold);
  const wrong = accepted.filter(({ right }) => !right).length;
  const pValue = binomialTail(wrong, accepted.length, alpha);
  return { threshold, answered: accepted.length, wrong, pValue, passed: pValue <= delta };
}

/** A guarantee that needs more labels is of no practical use. */
const mostLabels = 10_000_000;

/**
 * The least number of labels that passes with the same shares of answered and wrong questions. The number of wrong ones
 * is rounded up, so the estimate is conservative.
 */
function neededFor({ answered, wrong }: CertificateStep, labels: number, alpha: number, delta: number): number | null {
  if (answered === 0 || wrong / answered >= alpha) return null;
  const passes = (count: number) => binomialTail(Math.ceil((count * wrong) / answered - 1e-9), count, alpha) <= delta;
  let enough = 1;
  while (enough < mostLabels && !passes(enough)) enough *= 2;
  let tooFew = Math.floor(enough / 2);
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (passes(middle)) enough = middle;
    else tooFew = middle;
  }
  const needed = Math.ceil((enough * labels) / answered);
  return needed > mostLabels ? null : needed;
}

/**
 * With more thresholds, each step is hardly looser than the previous one, but is one more chance to fail and end the
 * sequence.
 */
export const mostThresholds = 15;

/**
 * Thresholds for `certify`, strict to loose, from the confidences of other questions: evenly spaced from the one that
 * answers the share `strictest` of those above 0 to the one that answers all of them. Without duplicates and without 0,
 * the confidence of questions that are refused without evidence.
 */
export function thresholdsFrom(
  confidences: readonly number[],
  count: number = mostThresholds,
  strictest: number = 1 / count,
): number[] {
  const sorted = confidences.filter((confidence) => confidence > 0).sort((left, right) => right - left);
  if (sorted.length === 0) return [];
  const shareAt = (index: number) => strictest + ((1 - strictest) * index) / Math.max(1, count - 1);
  const at = (index: number) =>
    sorted[Math.min(sorted.length, Math.max(1, Math.ceil(shareAt(index) * sorted.length - 1e-9))) - 1] ?? 0;
  return [...new Set(Array.from({ length: count }, (_, index) => at(index)))];
}

/**
 * Like `thresholdsFrom`, but starts at the threshold for which the labels of `tune` predict the smallest p-value among
 * `labels` certifying questions. A sequence that starts where few questions are answered ends immediately: at 5 %, 58
 * answers cannot pass even if all are right, and with one wrong answer 93 are needed. Choosing by these labels is
 * valid, because they certify nothing.
 */
export function sequenceFrom(
  tune: readonly GatedQuestion[],
  { alpha, labels }: { readonly alpha: number; readonly labels: number },
): number[] {
  const confidences = tune.map(({ confidence }) => confidence);
  const scale = labels / Math.max(1, tune.length);
  const foretold = thresholdsFrom(confidences, 40).map((threshold) => {
    const { answered, wrong } = stepAt(tune, threshold, alpha, 1);
    // Adds half a wrong answer: otherwise a few answers without an error would look as good as many.
    return { answered, pValue: binomialTail(Math.round((wrong + 0.5) * scale), Math.round(answered * scale), alpha) };
  });
  const best = foretold.reduce(
    (left, right) => (right.pValue < left.pValue ? right : left),
    foretold[0] ?? { answered: 0, pValue: 1 },
  );
  return thresholdsFrom(
    confidences,
    mostThresholds,
    best.answered / Math.max(1, confidences.filter((confidence) => confidence > 0).length),
  );
}

/** The alphas that are shown. */
export const shownAlphas: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3];

/**
 * A certificate for each alpha, with thresholds of its own. Each guarantee holds with probability 1 - delta on its own.
 * It is not guaranteed that all hold at once.
 */
export function certifyPairs(
  held: readonly GatedQuestion[],
  delta: number,
  thresholdsOf: (alpha: number) => readonly number[],
  alphas: readonly number[] = shownAlphas,
): Certificate[] {
  return alphas.map((alpha) => certify(held, { alpha, delta, thresholds: thresholdsOf(alpha) }));
}

/** The gate's results at one threshold. */
export interface SweepRow {
  readonly threshold: number;
  readonly right: number;
  readonly wrong: number;
  /** Right, but refused. */
  readonly missed: number;
  /** right - 2 wrong. */
  readonly utility: number;
}

const everyFiftieth: readonly number[] = Array.from({ length: 51 }, (_, index) => index / 50);

/** Missed answers against wrong ones, lowest threshold first. */
export function sweep(questions: readonly GatedQuestion[], thresholds: readonly number[] = everyFiftieth): SweepRow[] {
  const rightOnes = questions.filter(({ right }) => right).length;
  return thresholds.map((threshold) => {
    const accepted = questions.filter(({ confidence }) => confidence >= threshold);
    const right = accepted.filter((question) => question.right).length;
    const wrong = accepted.length - right;
    return { threshold, right, wrong, missed: rightOnes - right, utility: right - 2 * wrong };
  });
}
