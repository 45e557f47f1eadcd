import { solve } from '../../src/confidence/calibration/maps.ts';
import type { Chooser } from '../../src/confidence/fitted.ts';
import type { FeatureName } from '../../src/grounding/sentences/features.ts';
import type { FitQuestion } from './featureFile.ts';

/** Per question, on the standardised weights. */
const ridge = 2e-3;
const mostSteps = 60;

interface List {
  /** Standardised features, a row a sentence. */
  readonly rows: readonly (readonly number[])[];
  readonly right: readonly boolean[];
}

/**
 * A listwise softmax (Cao et al. 2007, "Learning to rank: from pairwise approach to listwise approach", top one): the
 * weights under which the sentences that hold the answer have the greatest share of each question's list. Newton's
 * method on the part of the Hessian that is never negative, halved until the loss falls. Deterministic.
 */
export function fitChooser(questions: readonly FitQuestion[], names: readonly FeatureName[]): Chooser {
  const asked = questions.filter(
    ({ isAnswerable, sentences }) =>
      isAnswerable && sentences.some(({ isRight }) => isRight) && sentences.some(({ isRight }) => !isRight),
  );
  const all = asked.flatMap(({ sentences }) => sentences);
  const scales = names.map((name) => {
    const values = all.map(({ features }) => features[name]);
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
    return { mean, deviation: Math.sqrt(variance) };
  });
  const lists = asked.map(({ sentences }): List => ({
    rows: sentences.map(({ features }) =>
      names.map((name, column) => {
        const { mean, deviation } = scales[column] ?? { mean: 0, deviation: 0 };
        return deviation > 1e-9 ? (features[name] - mean) / deviation : 0;
      }),
    ),
    right: sentences.map(({ isRight }) => isRight),
  }));
  let weights = names.map(() => 0);
  let before = lossOf(lists, weights);
  for (let step = 0; step < mostSteps; step += 1) {
    const { gradient, hessian } = derivatives(lists, weights);
    const move = solve(hessian, gradient);
    const next = halvedStep(lists, weights, move, before);
    if (before - next.loss < 1e-9) break;
    ({ weights, loss: before } = next);
  }
  const raw = names.map((name, column): [string, number] => {
    const deviation = scales[column]?.deviation ?? 0;
    return [name, deviation > 1e-9 ? (weights[column] ?? 0) / deviation : 0];
  });
  return { intercept: 0, weights: Object.fromEntries(raw) };
}

function halvedStep(lists: readonly List[], weights: readonly number[], move: readonly number[], before: number) {
  for (let size = 1; size > 1e-4; size /= 2) {
    const next = weights.map((weight, column) => weight - size * (move[column] ?? 0));
    const loss = lossOf(lists, next);
    if (loss < before) return { weights: next, loss };
  }
  return { weights: [...weights], loss: before };
}

/** The mean of minus the logarithm of the right sentences' share, with the ridge penalty. */
function lossOf(lists: readonly List[], weights: readonly number[]): number {
  const total = lists.reduce((sum, list) => {
    const { shares } = sharesOf(list, weights);
    return (
      sum -
      Math.log(
        Math.max(
          1e-12,
          shares.reduce((mass, share, row) => mass + (list.right[row] ? share : 0), 0),
        ),
      )
    );
  }, 0);
  return total / Math.max(1, lists.length) + ridge * weights.reduce((sum, weight) => sum + weight ** 2, 0);
}

function sharesOf({ rows }: List, weights: readonly number[]): { readonly shares: readonly number[] } {
  const scores = rows.map((row) => row.reduce((sum, value, column) => sum + value * (weights[column] ?? 0), 0));
  const most = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const total = odds.reduce((sum, each) => sum + each, 0);
  return { shares: odds.map((each) => each / total) };
}

function derivatives(lists: readonly List[], weights: readonly number[]) {
  const size = weights.length;
  const gradient = weights.map((weight) => 2 * ridge * weight);
  const hessian = weights.map((_, row) => weights.map((_weight, column) => (row === column ? 2 * ridge : 0)));
  for (const list of lists) {
    const { shares } = sharesOf(list, weights);
    const mass = shares.reduce((sum, share, row) => sum + (list.right[row] ? share : 0), 0);
    const mean = new Array<number>(size).fill(0);
    list.rows.forEach((row, index) => {
      const share = shares[index] ?? 0;
      const pull = (share - (list.right[index] ? share / mass : 0)) / lists.length;
      for (let column = 0; column < size; column += 1) {
        const value = row[column] ?? 0;
        mean[column] = (mean[column] ?? 0) + share * value;
        gradient[column] = (gradient[column] ?? 0) + pull * value;
      }
    });
    list.rows.forEach((row, index) => {
      const share = (shares[index] ?? 0) / lists.length;
      for (let first = 0; first < size; first += 1) {
        const line = hessian[first] ?? [];
        const own = share * ((row[first] ?? 0) - (mean[first] ?? 0));
        for (let second = 0; second < size; second += 1)
          line[second] = (line[second] ?? 0) + own * ((row[second] ?? 0) - (mean[second] ?? 0));
      }
    });
  }
  return { gradient, hessian };
}
