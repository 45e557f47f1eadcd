import { mean } from '../src/stats.ts';

export interface MemorySample {
  /** Since the start of the load. */
  readonly seconds: number;
  readonly bytes: number;
}

export interface MemorySlope {
  /** Growth per hour, in per cent of the memory at the end of the warm-up. */
  readonly percentAnHour: number;
  /** Its 95 % interval. */
  readonly interval: readonly [low: number, high: number];
  /** The memory at the end of the warm-up, according to the fitted line. */
  readonly fromBytes: number;
}

/** Student's t at 97.5 % with 18 degrees of freedom, for 20 blocks. */
const blocks = 20;
const studentsT = 2.101;
const hour = 3_600;

/**
 * Returns the slope of memory after a warm-up, by least squares. Samples a second apart depend on each other (a garbage
 * collection shows in all that follow), so an interval based on them would be far too narrow: the line is fitted to the
 * means of twenty blocks of equal time.
 * @param warmUpSeconds samples before this time are left out
 * @returns null with fewer than two samples for each block
 */
export function memorySlope(samples: readonly MemorySample[], warmUpSeconds: number): MemorySlope | null {
  const kept = samples.filter(({ seconds }) => seconds >= warmUpSeconds);
  if (kept.length < 2 * blocks) return null;
  const points = Array.from({ length: blocks }, (_, index) => {
    const from = Math.floor((index * kept.length) / blocks);
    const block = kept.slice(from, Math.floor(((index + 1) * kept.length) / blocks));
    return { x: meanOf(block.map(({ seconds }) => seconds)), y: meanOf(block.map(({ bytes }) => bytes)) };
  });
  const [meanX, meanY] = [meanOf(points.map(({ x }) => x)), meanOf(points.map(({ y }) => y))];
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  const slope = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
  const rest = sum(points.map(({ x, y }) => (y - meanY - slope * (x - meanX)) ** 2));
  const error = studentsT * Math.sqrt(rest / (blocks - 2) / spread);
  const fromBytes = meanY + slope * (warmUpSeconds - meanX);
  const percent = (bytesPerSecond: number) => (100 * bytesPerSecond * hour) / fromBytes;
  return {
    percentAnHour: percent(slope),
    interval: [percent(slope - error), percent(slope + error)],
    fromBytes,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const meanOf = (values: readonly number[]) => mean(values) ?? 0;
