import { z } from 'zod';
import type { ConfidenceSignals } from './signals.ts';

/**
 * How one signal was spread: `counts[i]` values in the bin that ends at `cuts[i]` (included), the last bin being open.
 * A signal without a value counts as -1.
 */
const spread = z
  .object({ cuts: z.array(z.number()), counts: z.array(z.number().int().nonnegative()).min(1) })
  .refine(({ cuts, counts }) => counts.length === cuts.length + 1, 'one count more than cuts');

/** The signals' distributions when a calibration was made, as compact JSON: deciles, by the signal's name. */
export const signalBaselineSchema = z.record(z.string(), spread);
type SignalBaseline = z.infer<typeof signalBaselineSchema>;
type Spread = z.infer<typeof spread>;

export interface DriftOfSignal {
  readonly signal: string;
  /**
   * Population stability index: sum of (p - q) ln(p / q) over the bins. By convention below 0.1 is stable, above 0.25
   * is another population.
   */
  readonly stabilityIndex: number;
  /** Of "both come from one distribution", two-sample Kolmogorov-Smirnov. */
  readonly pValue: number;
  readonly alarm: boolean;
}

interface SignalDrift {
  readonly recent: number;
  readonly alarm: boolean;
  /** Greatest stability index first. */
  readonly signals: readonly DriftOfSignal[];
}

/** Beyond it the shift is large enough to matter (Siddiqi 2006). */
const alarmingIndex = 0.25;
/** Chance of an alarm without a change, over all signals together. */
export const falseAlarmRate = 0.01;

/** Closer together than signals are told apart. */
const justBelow = 1e-9;

/** The distributions of the signals at calibration, from at least some dozens of questions. */
export function signalBaseline(signals: readonly ConfidenceSignals[]): SignalBaseline {
  const names = Object.keys(signals[0] ?? {}) as (keyof ConfidenceSignals)[];
  return Object.fromEntries(
    names.map((name) => {
      const sorted = signals.map((each) => numberOf(each[name])).sort((left, right) => left - right);
      const deciles = Array.from(
        { length: 9 },
        (_, index) => sorted[Math.ceil(((index + 1) * sorted.length) / 10) - 1] ?? 0,
      );
      // A value that fills a decile has a bin of its own: in one with all that is lower, a signal that was nearly
      // always 1 could fall to 0 unseen.
      const cuts = [
        ...new Set(deciles.flatMap((cut, index) => (cut === deciles[index + 1] ? [cut - justBelow, cut] : [cut]))),
      ];
      return [name, { cuts, counts: countsIn(sorted, cuts) }];
    }),
  );
}

/**
 * Compares recent signals with those of the calibration. A signal alarms when its stability index is above 0.25 and the
 * p-value is at most 0.01 divided by the number of signals (Bonferroni): with few runs the index is large by chance
 * (about bins / runs), with many the p-value finds shifts that do not matter. The test looks at the cuts only, which
 * makes it less sensitive and never too eager. It holds for one look; who looks every day has 365 chances a year.
 */
export function signalDrift(baseline: SignalBaseline, recent: readonly ConfidenceSignals[]): SignalDrift {
  const names = Object.keys(recent[0] ?? {}).filter((name): name is keyof ConfidenceSignals => name in baseline);
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

const numberOf = (value: number | boolean | null) => (value === null ? -1 : Number(value));
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

/** Half a value more in every bin (Jeffreys), so that an empty one is not infinitely far. */
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
  // Below, the series does not converge, and the tail is 1 to six digits.
  if (lambda < 0.3) return 1;
  let tail = 0;
  for (let term = 1; term <= 100; term += 1) tail += 2 * (-1) ** (term - 1) * Math.exp(-2 * term ** 2 * lambda ** 2);
  return Math.min(1, Math.max(0, tail));
}

/** What is kept between two looks, as plain JSON. */
export interface ErrorMonitor {
  /** The error rate that was promised, 0..1, both ends excluded. */
  readonly alpha: number;
  readonly observed: number;
  readonly wrong: number;
  /** What a bettor against "at most alpha are wrong" would have of the 1 that was staked. */
  readonly wealth: number;
  /** The greatest that it ever was. */
  readonly peak: number;
  /** Wealth of each bet that has begun. */
  readonly running: readonly number[];
}

/** The bets: each is right when the true rate is so many times alpha. */
const worse: readonly number[] = [1.5, 2, 3, 5, 10];
/** Where a multiple of alpha would be no rate. */
const greatestRate = 0.95;

/** A monitor that has seen nothing. Alpha outside of (0, 1) throws a RangeError: it is code that sets it. */
export function errorMonitor(alpha: number): ErrorMonitor {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha is a rate between 0 and 1');
  return { alpha, observed: 0, wrong: 0, wealth: 1, peak: 1, running: worse.map(() => 0) };
}

/**
 * The monitor after one more answer, in the order of time. A test martingale by betting (Waudby-Smith and Ramdas 2024):
 * a bet multiplies what it has by 1 + bet x (wrong - alpha), which is 1 or less in expectation while at most alpha are
 * wrong, so the mean over bets is as well. The n-th answer also brings in 1 / (n (n + 1)) of the stake: money that was
 * not yet lost when errors begin late, at the price of ln n nats.
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
 * 1 + bet x (wrong - alpha) with the bet (q - alpha) / (alpha (1 - alpha)) of greatest growth at rate q (Kelly): the
 * likelihood ratio of q and alpha.
 */
function factor(alpha: number, multiple: number, isWrong: boolean): number {
  const rate = Math.max(alpha, Math.min(greatestRate, multiple * alpha));
  return isWrong ? rate / alpha : (1 - rate) / (1 - alpha);
}

/**
 * Whether more than alpha are wrong, at level delta and at any time, however often one looks: wealth reaches 1 / delta
 * with probability delta at most while the promise holds (Ville 1939). An alarm stays until a new monitor is begun.
 */
export function isAlarmed({ peak }: ErrorMonitor, delta: number): boolean {
  return peak >= 1 / delta;
}
