import { upperBound } from './binomial.ts';
import { groupBy, mean } from '../../stats.ts';

/** A forecast and its outcome. For accepted answers, `happened` means that the answer was right. */
export interface Forecast {
  /** 0..1. */
  readonly probability: number;
  readonly happened: boolean;
}

/** One point of the reliability curve: a bin of equal mass. */
export interface ReliabilityPoint {
  readonly count: number;
  /** Mean forecast. */
  readonly said: number;
  /** Share that came true, with its 95 % interval (Wilson). */
  readonly seen: number;
  readonly interval: readonly [low: number, high: number];
}

/** The result of accepting all forecasts at or above `threshold`. */
export interface RiskCoveragePoint {
  readonly threshold: number;
  readonly answered: number;
  readonly wrong: number;
  /** Share accepted. */
  readonly coverage: number;
  /** Share of the accepted that is wrong. */
  readonly risk: number;
}

/**
 * Bins of equal mass, lowest forecasts first, without empty bins. Equal forecasts share their rate of success, even
 * across bins. In input order, a set sorted by kind would fill one bin with right answers and the next with wrong ones
 * (consensus on the golden set: ECE .24 instead of .15).
 */
export function reliabilityPoints(forecasts: readonly Forecast[], bins = 15): ReliabilityPoint[] {
  const sorted = forecasts.toSorted((left, right) => left.probability - right.probability);
  const shares = [...groupBy(sorted, ({ probability }) => probability).values()].flatMap((equal) => {
    const share = equal.filter(({ happened }) => happened).length / equal.length;
    return equal.map(({ probability }) => ({ probability, share }));
  });
  return Array.from({ length: bins }, (_, bin) =>
    shares.slice(Math.floor((bin * shares.length) / bins), Math.floor(((bin + 1) * shares.length) / bins)),
  ).flatMap((inBin) => {
    const right = inBin.reduce((sum, { share }) => sum + share, 0);
    const [said, interval] = [mean(inBin.map(({ probability }) => probability)), wilson(right, inBin.length)];
    return said === null || interval === null
      ? []
      : [{ count: inBin.length, said, seen: right / inBin.length, interval }];
  });
}

/** Expected calibration error over bins of equal mass. Null without forecasts. */
export function calibrationError(forecasts: readonly Forecast[], bins = 15): number | null {
  if (forecasts.length === 0) return null;
  return reliabilityPoints(forecasts, bins).reduce(
    (sum, { count, said, seen }) => sum + (count / forecasts.length) * Math.abs(said - seen),
    0,
  );
}

/** Mean squared difference between forecast and outcome. Null without forecasts. */
export function brier(forecasts: readonly Forecast[]): number | null {
  return mean(forecasts.map(({ probability, happened }) => (probability - Number(happened)) ** 2));
}

/** Mean negative log likelihood in nats. Null without forecasts. */
export function logLoss(forecasts: readonly Forecast[]): number | null {
  return mean(forecasts.map(surpriseOf));
}

/**
 * -ln of the probability given to the outcome. Capped at 34.5 nats, so that a single failed certainty does not outweigh
 * everything else.
 */
export function surpriseOf({ probability, happened }: Forecast): number {
  return -Math.log(Math.max(1e-15, happened ? probability : 1 - probability));
}

/**
 * Area under the ROC curve: how often a positive scores above a negative, with ties counted half. Null if one side is
 * empty.
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  const all = [
    ...positives.map((score) => ({ score, positive: true })),
    ...negatives.map((score) => ({ score, positive: false })),
  ];
  all.sort((left, right) => left.score - right.score);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]?.score === all[start]?.score) end += 1;
    // Equal scores share the mean of their ranks (Mann-Whitney).
    const tied = all.slice(start, end).filter(({ positive }) => positive).length;
    rankSum += tied * ((start + 1 + end) / 2);
    start = end;
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}

/** How well forecasts separate what came true from what did not. Null if one side is empty. */
export function aurocOf(forecasts: readonly Forecast[]): number | null {
  const scores = (wanted: boolean) =>
    forecasts.filter(({ happened }) => happened === wanted).map(({ probability }) => probability);
  return auroc(scores(true), scores(false));
}

/**
 * The risk-coverage curve, with one point per distinct forecast, highest first: equal forecasts are accepted together.
 */
export function riskCoveragePoints(forecasts: readonly Forecast[]): RiskCoveragePoint[] {
  const sorted = forecasts.toSorted((left, right) => right.probability - left.probability);
  const points: RiskCoveragePoint[] = [];
  let wrong = 0;
  for (const [index, { probability: threshold, happened }] of sorted.entries()) {
    wrong += Number(!happened);
    const answered = index + 1;
    if (sorted[answered]?.probability === threshold) continue;
    points.push({ threshold, answered, wrong, coverage: answered / sorted.length, risk: wrong / answered });
  }
  return points;
}

/**
 * Area under the risk-coverage curve: the mean over n = 1, 2, … of the risk among the n highest (Geifman and El-Yaniv
 * 2017). Equal forecasts are in random order, so their expected value counts. Null without forecasts.
 */
export function aurc(forecasts: readonly Forecast[]): number | null {
  let area = 0;
  let before = { answered: 0, wrong: 0 };
  for (const { answered, wrong } of riskCoveragePoints(forecasts)) {
    const slope = (wrong - before.wrong) / (answered - before.answered);
    for (let count = before.answered + 1; count <= answered; count += 1)
      area += (before.wrong + slope * (count - before.answered)) / count;
    before = { answered, wrong };
  }
  return forecasts.length === 0 ? null : area / forecasts.length;
}

/**
 * Area under the generalised risk-coverage curve (Traub et al. 2024, "Overcoming common flaws in the evaluation of
 * selective classification systems"): the probability of being accepted and wrong, averaged over coverage; 0..0.5. Uses
 * trapezoids between distinct forecasts, which is the expectation over the order of equal ones. Equals (1 - AUROC) a (1
 * - a) + (1 - a)^2 / 2 at accuracy a. Null without forecasts.
 */
export function augrc(forecasts: readonly Forecast[]): number | null {
  let area = 0;
  let before = { answered: 0, wrong: 0 };
  for (const { answered, wrong } of riskCoveragePoints(forecasts)) {
    area += ((answered - before.answered) * (wrong + before.wrong)) / 2;
    before = { answered, wrong };
  }
  return forecasts.length === 0 ? null : area / forecasts.length ** 2;
}

/**
 * The greatest coverage at which the 95 % upper bound (Clopper and Pearson) of the risk is at most `risk`; 0 if there
 * is none. It tries every threshold on the same data, so it is a description and not a guarantee; for that, see
 * learnThenTest.ts.
 */
export function coverageAtRisk(forecasts: readonly Forecast[], risk: number): number {
  const kept = riskCoveragePoints(forecasts).filter(({ wrong, answered }) => upperBound(wrong, answered, 0.05) <= risk);
  return kept.at(-1)?.coverage ?? 0;
}

const z95 = 1.959964;

/** Wilson's 95 % interval of a proportion. Null if the whole is empty. */
export function wilson(part: number, whole: number): readonly [low: number, high: number] | null {
  if (whole === 0) return null;
  const share = part / whole;
  const centre = share + (z95 * z95) / (2 * whole);
  const spread = z95 * Math.sqrt((share * (1 - share)) / whole + (z95 * z95) / (4 * whole * whole));
  const scale = 1 + (z95 * z95) / whole;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
