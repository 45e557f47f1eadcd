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
