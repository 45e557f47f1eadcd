import { logistic } from '../../src/confidence/score.ts';
import { solve } from '../../src/confidence/calibration/maps.ts';

/** @param x begins with 1, for the intercept */
export interface LogisticRow {
  readonly x: readonly number[];
  readonly y: boolean;
}

const steps = 30;
/** Only so that columns which depend on each other have a solution. */
const ridge = 1e-6;

/** Logistic regression by Newton's steps: thousands of rows and a few weights need no prior. */
export function fitLogistic(rows: readonly LogisticRow[]): number[] {
  let weights = (rows[0]?.x ?? []).map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const gradient = weights.map(() => 0);
    const hessian = weights.map((_, row) => weights.map((_other, column) => Number(row === column) * ridge));
    for (const { x, y } of rows) {
      const told = logistic(oddsBy(weights, x));
      for (const [row, left] of x.entries()) {
        gradient[row] = (gradient[row] ?? 0) + (Number(y) - told) * left;
        const line = hessian[row] ?? [];
        for (const [column, other] of x.entries())
          line[column] = (line[column] ?? 0) + told * (1 - told) * left * other;
      }
    }
    const move = solve(hessian, gradient);
    weights = weights.map((weight, index) => weight + (move[index] ?? 0));
  }
  return weights;
}

export function oddsBy(weights: readonly number[], x: readonly number[]): number {
  return x.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}
