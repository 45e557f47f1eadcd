import { z } from 'zod';
import { type ConfidenceSignals, type SignalName, signalNames } from './signals.ts';

/**
 * The distribution of one signal: `counts[i]` values are in the bin that ends at `cuts[i]` (inclusive); the last bin is
 * open. A signal that was not measured counts as less than any value.
 */
const spread = z
  .object({ cuts: z.array(z.number()), counts: z.array(z.number().int().nonnegative()).min(1) })
  .refine(({ cuts, counts }) => counts.length === cuts.length + 1, 'one count more than cuts');

/** The distributions of the signals at calibration time, as compact JSON: deciles by signal name. */
export const signalBaselineSchema = z.record(z.string(), spread);
type SignalBaseline = z.infer<typeof signalBaselineSchema>;
type Spread = z.infer<typeof spread>;

export interface DriftOfSignal {
  readonly signal: string;
  /**
   * Population stability index: sum of (p - q) ln(p / q) over the bins. By convention, below 0.1 is stable and above
   * 0.25 is another population.
   */
  readonly stabilityIndex: number;
  /** P-value of "both come from one distribution", two-sample Kolmogorov-Smirnov. */
  readonly pValue: number;
  readonly alarm: boolean;
}

interface SignalDrift {
  readonly recent: number;
  readonly alarm: boolean;
  /** Highest stability index first. */
  readonly signals: readonly DriftOfSignal[];
}

/** Above this, the shift is large enough to matter (Siddiqi 2006). */
const alarmingIndex = 0.25;
/** Probability of an alarm without a change, over all signals together. */
export const falseAlarmRate = 0.01;

/** Smaller than any difference between signal values. */
const justBelow = 1e-9;

/** The distributions of the signals at calibration time. Needs at least a few dozen questions. */
export function signalBaseline(signals: readonly ConfidenceSignals[]): SignalBaseline {
  const names = measuredIn(signals);
  return Object.fromEntries(
    names.map((name) => {
      const sorted = signals.map((each) => numberOf(each[name])).sort((left, right) => left - right);
      const deciles = Array.from(
        { length: 9 },
        (_, index) => sorted[Math.ceil(((index + 1) * sorted.length) / 10) - 1] ?? 0,
      );
      // A value that fills a whole decile gets its own bin. In a bin with all lower values, a signal that was nearly
      // always 1 could drop to 0 unnoticed.
      const cuts = [
        ...new Set(deciles.flatMap((cut, index) => (cut === deciles[index + 1] ? [cut - justBelow, cut] : [cut]))),
      ];
      return [name, { cuts, counts: countsIn(sorted, cuts) }];
    }),
  );
}

/**
 * Compares recent signals with those of the calibration. A signal raises an alarm if its stability index is above 0.25
 * and its p-value is at most 0.01 divided by the number of signals (Bonferroni). With few runs the index is large by
 * chance (about bins / runs); with many runs the p-value detects shifts that do not matter. The test only evaluates the
 * cuts, which makes it conservative. The error rate is for a single look: daily looks have 365 chances a year.
 */
export function signalDrift(baseline: SignalBaseline, recent: readonly ConfidenceSignals[]): SignalDrift {
  const names = measuredIn(recent).filter((name) => name in baseline);
  const signals = names.flatMap((name): DriftOfSignal[] => {
    const before = baseline[name];
    return before
      ? [
          driftOf(
            name,
            before,
            recent.map((each) => numberOf(each[name])),
            names.length,
          ),
        ]
      : [];
  });
  signals.sort((left, right) => right.stabilityIndex - left.stabilityIndex);
  return { recent: recent.length, alarm: signals.some(({ alarm }) => alarm), signals };
}

function driftOf(signal: string, { cuts, counts }: Spread, values: readonly number[], tests: number): DriftOfSignal {
  const now = countsIn(values, cuts);
  const [stabilityIndex, pValue] = [indexOf(counts, now), kolmogorovSmirnov(counts, now)];
  return { signal, stabilityIndex, pValue, alarm: stabilityIndex > alarmingIndex && pValue <= falseAlarmRate / tests };
}

/** Below the least logit. */
const notMeasured = -100;
const numberOf = (value: number | undefined) => value ?? notMeasured;
const measuredIn = (signals: readonly ConfidenceSignals[]): SignalName[] =>
  signalNames.filter((name) => signals.some((each) => each[name] !== undefined));

const totalOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function countsIn(values: readonly number[], cuts: readonly number[]): number[] {
  const counts = [...cuts, Infinity].map(() => 0);
  for (const value of values) {
    const bin = cuts.findIndex((cut) => value <= cut);
    const index = bin === -1 ? cuts.length : bin;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** Adds half a value to every bin (Jeffreys), so that an empty bin does not make the index infinite. */
function indexOf(before: readonly number[], now: readonly number[]): number {
  const shares = (counts: readonly number[]) =>
    counts.map((count) => (count + 0.5) / (totalOf(counts) + counts.length / 2));
  const [old, fresh] = [shares(before), shares(now)];
  return old.reduce((sum, share, bin) => sum + ((fresh[bin] ?? 0) - share) * Math.log((fresh[bin] ?? 0) / share), 0);
}

function kolmogorovSmirnov(before: readonly number[], now: readonly number[]): number {
  const [size, recent] = [totalOf(before), totalOf(now)];
  if (size === 0 || recent === 0) return 1;
  let [gap, sumBefore, sumNow] = [0, 0, 0];
  for (const [bin, count] of before.entries()) {
    sumBefore += count / size;
    sumNow += (now[bin] ?? 0) / recent;
    gap = Math.max(gap, Math.abs(sumBefore - sumNow));
  }
  return kolmogorovTail(gap, (size * recent) / (size + recent));
}

/**
 * P(D > gap) of the Kolmogorov-Smirnov statistic at an effective size (n m / (n + m) for two samples), by the series
 * with Stephens' correction (1970).
 */
export function kolmogorovTail(gap: number, size: number): number {
  const root = Math.sqrt(size);
  const lambda = (root + 0.12 + 0.11 / root) * gap;
  // Below this, the series does not converge, and the tail is 1 to six digits.
  if (lambda < 0.3) return 1;
  let tail = 0;
  for (let term = 1; term <= 100; term += 1) tail += 2 * (-1) ** (term - 1) * Math.exp(-2 * term ** 2 * lambda ** 2);
  return Math.min(1, Math.max(0, tail));
}

/** The state kept between two looks, as plain JSON. */
export interface ErrorMonitor {
  /** The guaranteed error rate, 0..1 exclusive. */
  readonly alpha: number;
  readonly observed: number;
  readonly wrong: number;
  /** The capital of a gambler who started with 1 and bets against "at most alpha are wrong". */
  readonly wealth: number;
  /** The highest wealth so far. */
  readonly peak: number;
  /** The wealth of each bet that has begun. */
  readonly running: readonly number[];
}

/** The bets. Each is optimal if the true rate is this multiple of alpha. */
const worse: readonly number[] = [1.5, 2, 3, 5, 10];
/** Caps multiples of alpha that would not be a valid rate. */
const greatestRate = 0.95;

/** A monitor without observations. Throws a RangeError if alpha is outside (0, 1), which is a programming error. */
export function errorMonitor(alpha: number): ErrorMonitor {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha is a rate between 0 and 1');
  return { alpha, observed: 0, wrong: 0, wealth: 1, peak: 1, running: worse.map(() => 0) };
}

/**
 * The monitor after one more answer, in chronological order. A test martingale by betting (Waudby-Smith and Ramdas
 * 2024): a bet multiplies its wealth by 1 + bet x (wrong - alpha). While at most alpha are wrong, that is 1 or less in
 * expectation, and so is the mean over bets. The n-th answer also adds 1 / (n (n + 1)) of the stake. If errors begin
 * late, this money has not been lost yet; the price is ln n nats.
 */
export function observe(monitor: ErrorMonitor, isWrong: boolean): ErrorMonitor {
  const observed = monitor.observed + 1;
  const begun = 1 / (observed * (observed + 1));
  const running = monitor.running.map(
    (wealth, index) => (wealth + begun / worse.length) * factor(monitor.alpha, worse[index] ?? 1, isWrong),
  );
  const unspent = 1 / (observed + 1);
  const wealth = running.reduce((sum, value) => sum + value, unspent);
  return {
    ...monitor,
    observed,
    wrong: monitor.wrong + Number(isWrong),
    wealth,
    peak: Math.max(monitor.peak, wealth),
    running,
  };
}

/**
 * 1 + bet x (wrong - alpha) with the growth-optimal bet at rate q (Kelly), (q - alpha) / (alpha (1 - alpha)). Equals
 * the likelihood ratio of q and alpha.
 */
function factor(alpha: number, multiple: number, isWrong: boolean): number {
  const rate = Math.max(alpha, Math.min(greatestRate, multiple * alpha));
  return isWrong ? rate / alpha : (1 - rate) / (1 - alpha);
}

/**
 * Whether more than alpha are wrong, at level delta and at any time, however often it is checked: while the guarantee
 * holds, wealth reaches 1 / delta with probability at most delta (Ville 1939). An alarm persists until a new monitor
 * starts.
 */
export function isAlarmed({ peak }: ErrorMonitor, delta: number): boolean {
  return peak >= 1 / delta;
}
