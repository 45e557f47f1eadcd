import { logistic } from '../score.ts';

/** One case: its features in raw units and what came true. */
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

export interface FitOptions {
  /**
   * Ridge penalty on the standardised coefficients (the intercept is free), as in the loss `-log likelihood + l2 / 2 x
   * |b|^2`.
   */
  readonly l2: number;
  readonly maxSteps?: number;
}

/** The probability that `model` gives to `features`. */
export function predict(model: LogisticModel, features: readonly number[]): number {
  return logistic(model.intercept + dot(model.coefficients, features));
}

/**
 * Fits a logistic regression by Newton's method on standardised features, then returns to raw units.
 * A feature that never varies gets the coefficient 0.
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

/** Solves `matrix x = right` by elimination with row pivots; directions without curvature stay where they are. */
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
