/** Logistic regression with a prior, for as many weights as a vector has dimensions. */
import { logistic } from '../../src/confidence/score.ts';

export interface VectorRow {
  readonly vector: Float32Array;
  readonly y: boolean;
}

export interface VectorModel {
  readonly intercept: number;
  readonly weights: readonly number[];
}

const steps = 1_500;
const momentum = 0.9;
const rate = 0.5;

/**
 * By gradient descent with momentum from zero: deterministic, and the loss is convex.
 * @param ridge half the weight of the sum of squares beside the sum of losses; the intercept is free
 */
export function fitRidge(rows: readonly VectorRow[], ridge: number): VectorModel {
  const size = rows[0]?.vector.length ?? 0;
  const [weights, moves, gradient] = [0, 0, 0].map(() => new Float64Array(size + 1));
  if (!weights || !moves || !gradient) return { intercept: 0, weights: [] };
  for (let step = 0; step < steps; step += 1) {
    for (let at = 0; at < size; at += 1) gradient[at] = ridge * (weights[at] ?? 0);
    gradient[size] = 0;
    for (const { vector, y } of rows) {
      const error = logistic(scoreOf(weights, vector)) - Number(y);
      for (let at = 0; at < size; at += 1) gradient[at] = (gradient[at] ?? 0) + error * (vector[at] ?? 0);
      gradient[size] = (gradient[size] ?? 0) + error;
    }
    for (let at = 0; at <= size; at += 1) {
      moves[at] = momentum * (moves[at] ?? 0) + (gradient[at] ?? 0);
      weights[at] = (weights[at] ?? 0) - (rate / rows.length) * (moves[at] ?? 0);
    }
  }
  return { intercept: weights[size] ?? 0, weights: [...weights.subarray(0, size)] };
}

/** The log odds of a vector by weights that end with the intercept. */
function scoreOf(weights: Float64Array, vector: Float32Array): number {
  let sum = weights[vector.length] ?? 0;
  for (let at = 0; at < vector.length; at += 1) sum += (weights[at] ?? 0) * (vector[at] ?? 0);
  return sum;
}

export function vectorScore({ intercept, weights }: VectorModel, vector: Float32Array): number {
  return weights.reduce((sum, weight, at) => sum + weight * (vector[at] ?? 0), intercept);
}
