import { binomialTail, upperBound } from './binomial.ts';
import { wilson } from './forecasts.ts';

/** A labelled question as the gate sees it: 0..1, and 0 where a veto keeps it from being answered at any threshold. */
export interface GatedQuestion {
  readonly confidence: number;
  readonly right: boolean;
}

export interface CertifyOptions {
  /** Greatest share of wrong answers among answered, 0..1. */
  readonly alpha: number;
  /** Greatest probability that the promise is broken, 0..1. */
  readonly delta: number;
  /** Strict to loose, chosen without a look at the questions that certify. */
  readonly thresholds: readonly number[];
}

export interface CertificateStep {
  readonly threshold: number;
  readonly answered: number;
  readonly wrong: number;
  /** P(Bin(answered, alpha) <= wrong): how likely so few would be if the true rate were alpha. */
  readonly pValue: number;
  readonly passed: boolean;
}

/** "At most alpha wrong among answered, with confidence 1 - delta", or why it can't be said. */
export interface Certificate {
  readonly alpha: number;
  readonly delta: number;
  /** The loosest that passed; null: no promise. The counts after it are then 0 and the bound 1. */
  readonly threshold: number | null;
  readonly answered: number;
  readonly wrong: number;
  /** Of the share of wrong answers (Clopper and Pearson, one-sided at delta). */
  readonly upperBound: number;
  /** Share of all questions answered, with its 95 % interval (Wilson). */
  readonly coverage: number;
  readonly coverageInterval: readonly [low: number, high: number];
  /** Up to the first that failed. */
  readonly steps: readonly CertificateStep[];
  /**
   * How many labelled questions the strictest threshold would take, were its observed error rate the true one; null
   * when no number would do.
   */
  readonly needed: number | null;
}

/**
 * Learn-then-Test with fixed sequence testing (Angelopoulos et al. 2021; Bauer 1991): from strict to loose each
 * threshold is tested at level delta by the exact binomial tail, until one fails; the loosest that passed is kept. One
 * test after another spends no part of delta, because the order was fixed before. It promises for questions drawn like
 * these, one by one; questions of one family that fail together make it too sure: see bench/resplits.ts.
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

/** More would be a promise to nobody. */
const mostLabels = 10_000_000;

/**
 * The least number of labels with the same shares of answered and wrong that passes. Wrong ones are rounded up, so it
 * errs to the safe side.
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
 * With more, a step is hardly looser than the one before it, and each is one more chance to fail and end the sequence.
 */
export const mostThresholds = 15;

/**
 * Thresholds for `certify`, strict to loose, from the confidences of other questions: evenly spread from the one that
 * answers `strictest` of them (share of those above 0) to the one that answers all. Equal ones once, and none at 0,
 * where what is refused without evidence stands.
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
 * The same, begun where the labels of `tune` foretell the smallest p-value among `labels` questions that certify. A
 * sequence that begins where few are answered ends at once: no 58 answers can pass at 5 %, however right, and one wrong
 * answer takes 93. Choosing by labels is fair, as these certify nothing.
 */
export function sequenceFrom(
  tune: readonly GatedQuestion[],
  { alpha, labels }: { readonly alpha: number; readonly labels: number },
): number[] {
  const confidences = tune.map(({ confidence }) => confidence);
  const scale = labels / Math.max(1, tune.length);
  const foretold = thresholdsFrom(confidences, 40).map((threshold) => {
    const { answered, wrong } = stepAt(tune, threshold, alpha, 1);
    // Half a wrong answer more than was seen: where none was seen, fewer answers should not look as good as many.
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

/** Alphas for which a pair is shown. */
export const shownAlphas: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3];

/**
 * A certificate for each alpha, by thresholds of its own. Each promise holds with 1 - delta by itself; that all hold at
 * once is not promised.
 */
export function certifyPairs(
  held: readonly GatedQuestion[],
  delta: number,
  thresholdsOf: (alpha: number) => readonly number[],
  alphas: readonly number[] = shownAlphas,
): Certificate[] {
  return alphas.map((alpha) => certify(held, { alpha, delta, thresholds: thresholdsOf(alpha) }));
}

/** What the gate does at one threshold. */
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

/** Missed against wrong answers, lowest threshold first. */
export function sweep(questions: readonly GatedQuestion[], thresholds: readonly number[] = everyFiftieth): SweepRow[] {
  const rightOnes = questions.filter(({ right }) => right).length;
  return thresholds.map((threshold) => {
    const accepted = questions.filter(({ confidence }) => confidence >= threshold);
    const right = accepted.filter((question) => question.right).length;
    const wrong = accepted.length - right;
    return { threshold, right, wrong, missed: rightOnes - right, utility: right - 2 * wrong };
  });
}
