import type { ConfidenceModel } from '../fitted.ts';
import { linear, logistic } from '../score.ts';
import type { ConfidenceSignals, SignalName } from '../signals.ts';
import { solve } from './maps.ts';

/**
 * About 50 labels move a coefficient halfway from the shipped value to the value that they alone would give. One label
 * contributes information of p (1 - p), about 0.2.
 */
const usualPull = 10;

export interface SignalLabel {
  readonly signals: ConfidenceSignals;
  readonly right: boolean;
}

/**
 * One question: 1 for the intercept, then the deviations of its signals from their means in standard deviations; and
 * the shipped log odds.
 */
interface Row {
  readonly x: readonly number[];
  readonly seed: number;
  readonly y: number;
}

/**
 * A logistic regression over the signals, with a ridge penalty `pull / 2 x |change in standard deviations|^2` towards
 * the seed's weights (a Gaussian prior around them). Few labels change little, and a signal that never varies
 * keeps its coefficient. The intercept is free. No coefficient falls below 0, because evidence must not count against
 * an answer. Uses projected Newton steps (Bertsekas 1982) on the coefficients that are not at the bound.
 */
export function fitSignalModel(
  labels: readonly SignalLabel[],
  seed: ConfidenceModel,
  pull = usualPull,
): ConfidenceModel {
  const names = Object.keys(seed.weights) as SignalName[];
  const meanOf = (name: SignalName) => seed.means[name] ?? 0;
  const features = labels.map(({ signals }) => names.map((name) => (signals[name] ?? meanOf(name)) - meanOf(name)));
  const scales = names.map((_, column) => scaleOf(features.map((row) => row[column] ?? 0)));
  const rows = labels.map(({ signals, right }, index): Row => ({
    x: [
      1,
      ...scales.map(({ mean, deviation }, column) =>
        deviation > 0 ? ((features[index]?.[column] ?? 0) - mean) / deviation : 0,
      ),
    ],
    seed: linear(signals, seed),
    y: Number(right),
  }));
  const weightOf = (name: SignalName) => seed.weights[name] ?? 0;
  const lowest = [-Infinity, ...names.map((name, column) => -weightOf(name) * (scales[column]?.deviation ?? 0))];
  const change = newton(rows, lowest, pull);
  const changeOf = (column: number) =>
    (scales[column]?.deviation ?? 0) > 0 ? (change[column + 1] ?? 0) / (scales[column]?.deviation ?? 1) : 0;
  const fitted = names.map((name, column): [string, number] => [name, Math.max(0, weightOf(name) + changeOf(column))]);
  const shift = scales.reduce((sum, { mean }, column) => sum + changeOf(column) * mean, 0);
  return { ...seed, weights: Object.fromEntries(fitted), intercept: seed.intercept + (change[0] ?? 0) - shift };
}

function scaleOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
  return { mean, deviation: deviation > 1e-12 ? deviation : 0 };
}

/** The changes with the highest posterior, intercept first. */
function newton(rows: readonly Row[], lowest: readonly number[], pull: number): number[] {
  let change: number[] = lowest.map(() => 0);
  for (let step = 0; step < 50; step += 1) {
    const { gradient, hessian } = derivatives(rows, change, pull);
    // A coefficient that is at the bound and would fall below it stays there.
    const held = change.map((value, index) => value <= (lowest[index] ?? 0) && (gradient[index] ?? 0) < 0);
    const free = hessian.map((line, row) =>
      line.map((value, column) => (held[row] || held[column] ? Number(row === column) : value)),
    );
    const move = solve(
      free,
      gradient.map((value, index) => (held[index] ? 0 : value)),
    );
    const next = stepAlong(rows, change, move, lowest, pull);
    const moved = Math.max(...next.map((value, index) => Math.abs(value - (change[index] ?? 0))));
    change = next;
    if (moved < 1e-9) break;
  }
  return change;
}

/** The step, halved until it does not lower the posterior; no step if none qualifies. */
function stepAlong(
  rows: readonly Row[],
  change: readonly number[],
  move: readonly number[],
  lowest: readonly number[],
  pull: number,
): number[] {
  const before = logPosterior(rows, change, pull);
  for (let size = 1; size > 1e-6; size /= 2) {
    const next = change.map((value, index) => Math.max(lowest[index] ?? 0, value + size * (move[index] ?? 0)));
    if (logPosterior(rows, next, pull) >= before) return next;
  }
  return [...change];
}

const oddsOf = ({ x, seed }: Row, change: readonly number[]) =>
  x.reduce((sum, value, index) => sum + value * (change[index] ?? 0), seed);

function logPosterior(rows: readonly Row[], change: readonly number[], pull: number): number {
  const penalty = change.slice(1).reduce((sum, value) => sum + (pull / 2) * value ** 2, 0);
  return rows.reduce((sum, row) => {
    const odds = oddsOf(row, change);
    return sum - Math.max(0, odds) - Math.log1p(Math.exp(-Math.abs(odds))) + row.y * odds;
  }, -penalty);
}

/** Gradient of the log posterior and the negative of its Hessian. */
function derivatives(
  rows: readonly Row[],
  change: readonly number[],
  pull: number,
): { gradient: number[]; hessian: number[][] } {
  const penalty = (index: number): number => (index === 0 ? 0 : pull);
  const gradient = change.map((value, index) => -penalty(index) * value);
  const hessian = change.map((_, row) => change.map((_value, column) => (row === column ? penalty(row) : 0)));
  for (const row of rows) {
    const probability = logistic(oddsOf(row, change));
    const curvature = probability * (1 - probability);
    for (let first = 0; first < change.length; first += 1) {
      const value = row.x[first] ?? 0;
      const line = hessian[first] ?? [];
      gradient[first] = (gradient[first] ?? 0) + (row.y - probability) * value;
      for (let second = 0; second <= first; second += 1)
        line[second] = (line[second] ?? 0) + curvature * value * (row.x[second] ?? 0);
    }
  }
  // Only the lower half was summed; the upper half is its mirror image.
  return {
    gradient,
    hessian: hessian.map((line, first) =>
      line.map((value, second) => (second <= first ? value : (hessian[second]?.[first] ?? 0))),
    ),
  };
}
