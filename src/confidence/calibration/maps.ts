import { z } from 'zod';
import { logistic } from '../score.ts';

/** One case: its features in raw units, and its outcome. */
export interface Example {
  readonly features: readonly number[];
  readonly label: boolean;
  /** Default 1. */
  readonly weight?: number;
}

/** Coefficients in raw units: probability = logistic(intercept + sum of coefficient x feature). */
export interface LogisticModel {
  readonly intercept: number;
  readonly coefficients: readonly number[];
}

interface FitOptions {
  /**
   * Ridge penalty on the standardised coefficients (the intercept is free), as in the loss `-log likelihood + l2 / 2 x
   * |b|^2`.
   */
  readonly l2: number;
  readonly maxSteps?: number;
}

/** The probability that `model` assigns to `features`. */
export function predict(model: LogisticModel, features: readonly number[]): number {
  return logistic(model.intercept + dot(model.coefficients, features));
}

/**
 * Fits a logistic regression by Newton's method on standardised features, then converts it to raw units. A feature that
 * never varies gets the coefficient 0.
 */
export function fitLogistic(examples: readonly Example[], { l2, maxSteps = 50 }: FitOptions): LogisticModel {
  const scales = scalesOf(examples);
  const rows = examples.map(({ features, label, weight = 1 }) => ({
    x: [1, ...features.map((value, index) => standardised(value, scales[index]))],
    y: Number(label),
    weight,
  }));
  let beta = Array.from({ length: scales.length + 1 }, () => 0);
  for (let step = 0; step < maxSteps; step += 1) {
    const { gradient, hessian } = derivatives(rows, beta, l2);
    const move = solve(hessian, gradient);
    beta = beta.map((value, index) => value + (move[index] ?? 0));
    if (Math.max(...move.map(Math.abs)) < 1e-9) break;
  }
  return toRawUnits(beta, scales);
}

interface Scale {
  readonly mean: number;
  readonly deviation: number;
}

interface Row {
  readonly x: readonly number[];
  readonly y: number;
  readonly weight: number;
}

function scalesOf(examples: readonly Example[]): Scale[] {
  const total = examples.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return (examples[0]?.features ?? []).map((_, index) => {
    const meanOf = (value: (example: Example) => number) =>
      examples.reduce((sum, example) => sum + (example.weight ?? 1) * value(example), 0) / total;
    const mean = meanOf(({ features }) => features[index] ?? 0);
    return { mean, deviation: Math.sqrt(meanOf(({ features }) => ((features[index] ?? 0) - mean) ** 2)) };
  });
}

function standardised(value: number, scale: Scale | undefined): number {
  return scale && scale.deviation > 1e-12 ? (value - scale.mean) / scale.deviation : 0;
}

/** Gradient of the log posterior and the negative of its Hessian. */
function derivatives(
  rows: readonly Row[],
  beta: readonly number[],
  l2: number,
): { gradient: number[]; hessian: number[][] } {
  const penalty = (index: number) => (index === 0 ? 0 : l2);
  const gradient = beta.map((value, index) => -penalty(index) * value);
  const hessian = beta.map((_, row) => beta.map((_value, column) => (row === column ? penalty(row) : 0)));
  for (const { x, y, weight } of rows) {
    const probability = logistic(dot(beta, x));
    const curvature = weight * probability * (1 - probability);
    for (let row = 0; row < beta.length; row += 1) {
      const value = x[row] ?? 0;
      const line = hessian[row] ?? [];
      gradient[row] = (gradient[row] ?? 0) + weight * (y - probability) * value;
      for (let column = 0; column < beta.length; column += 1)
        line[column] = (line[column] ?? 0) + curvature * value * (x[column] ?? 0);
    }
  }
  return { gradient, hessian };
}

/** Solves `matrix x = right` by elimination with row pivoting. Directions without curvature stay unchanged. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const best = Array.from({ length: size - pivot }, (_, offset) => pivot + offset).reduce(
      (a, b) => (Math.abs(at(b, pivot)) > Math.abs(at(a, pivot)) ? b : a),
      pivot,
    );
    [rows[pivot], rows[best]] = [rows[best] ?? [], rows[pivot] ?? []];
    if (Math.abs(at(pivot, pivot)) < 1e-12) continue;
    for (let row = 0; row < size; row += 1) {
      const factor = row === pivot ? 0 : at(row, pivot) / at(pivot, pivot);
      if (factor !== 0) rows[row] = (rows[row] ?? []).map((value, column) => value - factor * at(pivot, column));
    }
  }
  return rows.map((row, index) => (Math.abs(row[index] ?? 0) < 1e-12 ? 0 : (row[size] ?? 0) / (row[index] ?? 1)));
}

function toRawUnits(beta: readonly number[], scales: readonly Scale[]): LogisticModel {
  const coefficients = scales.map(({ deviation }, index) =>
    deviation > 1e-12 ? (beta[index + 1] ?? 0) / deviation : 0,
  );
  return {
    intercept:
      (beta[0] ?? 0) -
      dot(
        coefficients,
        scales.map(({ mean }) => mean),
      ),
    coefficients,
  };
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

/** probability = logistic(slope x log odds + offset), slope >= 0. */
export const plattMap = z.object({ slope: z.number().nonnegative(), offset: z.number() });
type PlattMap = z.infer<typeof plattMap>;

/** A score and whether its answer was right. */
export interface ScoredLabel {
  /** 0..1, both ends excluded. */
  readonly score: number;
  readonly right: boolean;
}

export const logOdds = (score: number) => Math.log(score) - Math.log1p(-score);

/**
 * Platt scaling (Platt 1999) on the log odds of the score. The targets (n + 1) / (n + 2) and 1 / (n + 2) replace 1 and
 * 0, so that linearly separable scores get a finite slope. If the score is anticorrelated with being right, the slope
 * is 0: the order is never reversed.
 */
export function fitPlatt(labels: readonly ScoredLabel[]): PlattMap {
  const rightCount = labels.filter(({ right }) => right).length;
  const targets = { right: (rightCount + 1) / (rightCount + 2), wrong: 1 / (labels.length - rightCount + 2) };
  const examplesWith = (featuresOf: (score: number) => readonly number[]) =>
    labels.flatMap(({ score, right }) => {
      const [features, target] = [featuresOf(score), right ? targets.right : targets.wrong];
      return [
        { features, label: true, weight: target },
        { features, label: false, weight: 1 - target },
      ];
    });
  const fitted = fitLogistic(
    examplesWith((score) => [logOdds(score)]),
    { l2: 1e-6 },
  );
  const slope = fitted.coefficients[0] ?? 0;
  return slope >= 0
    ? { slope, offset: fitted.intercept }
    : {
        slope: 0,
        offset: fitLogistic(
          examplesWith(() => []),
          { l2: 1e-6 },
        ).intercept,
      };
}

export function applyPlatt({ slope, offset }: PlattMap, score: number): number {
  return logistic(slope * logOdds(score) + offset);
}

/** log odds of the probability = a ln s - b ln(1 - s) + c, with a, b >= 0. */
export const betaMap = z.object({ a: z.number().nonnegative(), b: z.number().nonnegative(), c: z.number() });
type BetaMap = z.infer<typeof betaMap>;

/**
 * Beta calibration (Kull, Silva Filho and Flach 2017). Unlike Platt scaling, it includes the identity and bends each
 * end independently. As in the paper, a negative coefficient is set to 0 and the others are fitted again, which
 * preserves the order.
 */
export function fitBeta(labels: readonly ScoredLabel[]): BetaMap {
  const both = fitWith(labels, true, true);
  if (both.a >= 0 && both.b >= 0) return both;
  const single = both.a < 0 ? fitWith(labels, false, true) : fitWith(labels, true, false);
  return single.a >= 0 && single.b >= 0 ? single : fitWith(labels, false, false);
}

function fitWith(labels: readonly ScoredLabel[], withA: boolean, withB: boolean): BetaMap {
  const examples = labels.map(({ score, right }) => ({
    features: [withA ? Math.log(score) : 0, withB ? -Math.log1p(-score) : 0],
    label: right,
  }));
  // A tiny penalty: without it, linearly separable scores have no finite fit.
  const { intercept, coefficients } = fitLogistic(examples, { l2: 0.1 });
  return { a: coefficients[0] ?? 0, b: coefficients[1] ?? 0, c: intercept };
}

export function applyBeta({ a, b, c }: BetaMap, score: number): number {
  return logistic(a * Math.log(score) - b * Math.log1p(-score) + c);
}

/** A rising piecewise linear map through (scores[i], values[i]), constant beyond both ends. */
export const isotonicMap = z
  .object({ scores: z.array(z.number()).min(1), values: z.array(z.number()).min(1) })
  .refine(({ scores, values }) => scores.length === values.length, 'as many values as scores');
type IsotonicMap = z.infer<typeof isotonicMap>;

interface WeightedLabel {
  readonly score: number;
  readonly right: boolean;
  /** Default 1. */
  readonly weight?: number;
}

interface Block {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly right: number;
}

/**
 * Isotonic regression by pool adjacent violators (Ayer et al. 1955; Zadrozny and Elkan 2002). The lowest block of n
 * labels has a value of at least 1 / (n + 2), and the highest at most (n + 1) / (n + 2), as in Laplace's rule for n of
 * n. A block that was never wrong is not certain, and its log loss would be infinite. Needs at least one label.
 */
export function fitIsotonic(labels: readonly WeightedLabel[]): IsotonicMap {
  const blocks = poolAdjacentViolators(labels);
  const [first, last] = [blocks[0], blocks.at(-1)];
  const [least, most] = [1 / ((first?.weight ?? 0) + 2), 1 - 1 / ((last?.weight ?? 0) + 2)];
  const knots = blocks.flatMap(({ from, to, weight, right }) => {
    const value = Math.min(most, Math.max(least, right / weight));
    return from === to
      ? [{ score: from, value }]
      : [
          { score: from, value },
          { score: to, value },
        ];
  });
  return { scores: knots.map(({ score }) => score), values: knots.map(({ value }) => value) };
}

/** Blocks in order of score whose shares of right answers strictly increase. */
function poolAdjacentViolators(labels: readonly WeightedLabel[]): Block[] {
  const blocks: Block[] = [];
  for (const level of levelsOf(labels)) {
    let block = level;
    for (let before = blocks.at(-1); before && share(before) >= share(block); before = blocks.at(-1)) {
      block = {
        from: before.from,
        to: block.to,
        weight: before.weight + block.weight,
        right: before.right + block.right,
      };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks;
}

/**
 * One block for each distinct score, lowest first. Pooled one by one, equal scores would pull in the blocks below them.
 */
function levelsOf(labels: readonly WeightedLabel[]): Block[] {
  const levels = new Map<number, Block>();
  for (const { score, right, weight = 1 } of labels) {
    const level = levels.get(score);
    levels.set(score, {
      from: score,
      to: score,
      weight: (level?.weight ?? 0) + weight,
      right: (level?.right ?? 0) + (right ? weight : 0),
    });
  }
  return [...levels.values()].sort((left, right) => left.from - right.from);
}

const share = ({ right, weight }: Block) => right / weight;

export function applyIsotonic({ scores, values }: IsotonicMap, score: number): number {
  const next = scores.findIndex((knot) => knot >= score);
  if (next === -1) return values.at(-1) ?? 0;
  const [from = 0, to = 0] = [scores[next - 1], scores[next]];
  const [low = values[next] ?? 0, high = 0] = [values[next - 1], values[next]];
  return next === 0 ? high : low + ((high - low) * (score - from)) / (to - from);
}
