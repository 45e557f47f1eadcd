import { formatTable } from '../../src/cli/output/table.ts';
import { logistic, linear } from '../../src/confidence/score.ts';
import type { SignalName } from '../../src/confidence/signals.ts';
import { type FeatureName, featureNames } from '../../src/grounding/sentences/features.ts';
import type { FitQuestion } from './featureFile.ts';
import { fitChooser } from './fitChooser.ts';
import { type FitAnswer, fitConfidence } from './fitConfidence.ts';

/** A confidence, and whether the answer was right. */
interface Told {
  readonly value: number;
  readonly right: boolean;
}

/** The probability that a right answer is surer than a wrong one; ties count half. */
export function auroc(told: readonly Told[]): number {
  const sorted = told.toSorted((left, right) => left.value - right.value);
  let [rankSum, rights] = [0, 0];
  for (let from = 0; from < sorted.length;) {
    let until = from;
    while (until < sorted.length && sorted[until]?.value === sorted[from]?.value) until += 1;
    const rank = (from + until + 1) / 2;
    for (const { right } of sorted.slice(from, until)) if (right) [rankSum, rights] = [rankSum + rank, rights + 1];
    from = until;
  }
  const wrongs = sorted.length - rights;
  return rights === 0 || wrongs === 0 ? 0.5 : (rankSum - (rights * (rights + 1)) / 2) / (rights * wrongs);
}

const bins = 15;

/** Expected calibration error, in 15 bins of equal mass. */
export function calibrationErrorOf(told: readonly Told[]): number {
  const sorted = told.toSorted((left, right) => left.value - right.value);
  let error = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const some = sorted.slice(Math.floor((bin * sorted.length) / bins), Math.floor(((bin + 1) * sorted.length) / bins));
    const value = some.reduce((sum, each) => sum + each.value, 0);
    error += Math.abs(some.filter(({ right }) => right).length - value);
  }
  return error / Math.max(1, sorted.length);
}

/** Right answers at the loosest gate under which at most this share of the answers is wrong. */
export function rightWhereWrong(told: readonly Told[], wrong: number): number {
  return loosest(told, wrong).right;
}

/** That gate. */
export function thresholdFor(told: readonly Told[], wrong: number): number {
  return Number(loosest(told, wrong).gate.toFixed(3));
}

/**
 * The lowest likelihood from which on at least half of the first passages of refusals hold the answer; where that takes
 * more, .5, from which on each is likelier right than not.
 */
export function suggestedFrom(firsts: readonly Told[]): number {
  return Math.min(0.5, thresholdFor(firsts, 0.5));
}

function loosest(told: readonly Told[], wrong: number) {
  const sorted = told.toSorted((left, right) => right.value - left.value);
  let best = { gate: 1, right: 0 };
  let right = 0;
  for (const [index, each] of sorted.entries()) {
    right += Number(each.right);
    if (1 - right / (index + 1) <= wrong) best = { gate: each.value, right };
  }
  return best;
}

const shareSteps = [0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5];

/** Of the sentences behind the best one, how many have a share between two steps, and which part of them is right. */
export function furtherTable(groups: Readonly<Record<string, readonly FitAnswer[]>>): string {
  const right = (title: string) => ({ title, align: 'right' as const });
  const rows = Object.entries(groups).map(([name, answers]) => [
    name,
    ...shareSteps.slice(0, -1).map((from, index) => {
      const until = shareSteps[index + 1] ?? 1;
      const some = answers.flatMap(({ further }) => further.filter(({ share }) => share >= from && share < until));
      const held = some.filter(({ isRight }) => isRight).length / Math.max(1, some.length);
      return `${some.length}: ${held.toFixed(2).replace(/^0/, '')}`;
    }),
  ]);
  return formatTable([{ title: 'answers' }, ...shareSteps.slice(0, -1).map((from) => right(String(from)))], rows);
}

/** Mean loss of choosers on sets that they did not see. */
export function chooserLoss(
  questions: readonly FitQuestion[],
  foldOf: (set: string) => number,
  folds: number,
  names: readonly FeatureName[],
): number {
  let [loss, count] = [0, 0];
  for (let fold = 0; fold < folds; fold += 1) {
    const { weights } = fitChooser(
      questions.filter(({ set }) => foldOf(set) !== fold),
      names,
    );
    for (const { set, isAnswerable, sentences } of questions) {
      if (foldOf(set) !== fold || !isAnswerable || !sentences.some(({ isRight }) => isRight)) continue;
      const scores = sentences.map(({ features }) =>
        featureNames.reduce((sum, name) => sum + (weights[name] ?? 0) * features[name], 0),
      );
      const most = Math.max(...scores);
      const odds = scores.map((score) => Math.exp(score - most));
      const total = odds.reduce((sum, each) => sum + each, 0);
      const held = odds.reduce((sum, each, index) => sum + (sentences[index]?.isRight ? each : 0), 0);
      loss -= Math.log(Math.max(1e-9, held / total));
      count += 1;
    }
  }
  return loss / Math.max(1, count);
}

/** Mean loss, in nats, of confidences on sets that they did not see. */
export function confidenceLoss(
  answers: readonly FitAnswer[],
  foldOf: (set: string) => number,
  folds: number,
  names: readonly SignalName[],
): number {
  let [loss, count] = [0, 0];
  for (let fold = 0; fold < folds; fold += 1) {
    const model = fitConfidence(
      answers.filter(({ set }) => foldOf(set) !== fold),
      names,
    );
    for (const { set, signals, right } of answers) {
      if (foldOf(set) !== fold || Object.keys(signals).length === 0) continue;
      const value = Math.min(1 - 1e-6, Math.max(1e-6, logistic(linear(signals, model))));
      loss -= Math.log(right ? value : 1 - value);
      count += 1;
    }
  }
  return loss / Math.max(1, count);
}
