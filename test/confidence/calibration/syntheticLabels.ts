import type { ConfidenceModel } from '../../../src/confidence/fitted.ts';
import { linear, logistic, shippedModels } from '../../../src/confidence/score.ts';
import type { ConfidenceSignals } from '../../../src/confidence/signals.ts';
import type { LabelledQuestion } from '../../../src/confidence/calibration/labelled.ts';
import { createRandom } from '../../../src/stats.ts';

export interface SyntheticOptions {
  readonly count: number;
  readonly seed: number;
  /** What makes an answer right. */
  readonly truth?: ConfidenceModel;
  /** The log odds that `truth` gives are multiplied by it. */
  readonly slope?: number;
  readonly offset?: number;
  readonly questionsOfAFamily?: number;
}

/** Questions whose answers are right with a probability that rises with what ships: its log odds are brought to this mean and deviation, so that it may ship otherwise. */
export function rankedLabels(
  count: number,
  seed: number,
  { mean, deviation }: { readonly mean: number; readonly deviation: number },
): LabelledQuestion[] {
  const labels = syntheticLabels({ count, seed, questionsOfAFamily: 1 });
  const odds = labels.map(({ signals }) => linear(signals, shippedModels.read));
  const middle = odds.reduce((sum, value) => sum + value, 0) / count;
  const spread = Math.sqrt(odds.reduce((sum, value) => sum + (value - middle) ** 2, 0) / count);
  const random = createRandom(seed + 1);
  return labels.map((label, index) => ({
    ...label,
    right: random() < logistic(mean + deviation * (((odds[index] ?? 0) - middle) / spread)),
  }));
}

/** Signals of a question that was read. */
export function randomSignals(random: () => number): ConfidenceSignals {
  const reader = 16 * random() - 8;
  return {
    reader,
    readerBest: reader - 4 * random(),
    documentShare: random(),
    passageRank: -1.6 * random(),
    topSimilarity: random(),
    keyword: random(),
    given: random(),
    quantity: random() < 0.2 ? 1 : random() < 0.2 ? -1 : 0,
    placeAsked: Number(random() < 0.1),
  };
}

/** The same of one that was not. */
export function withoutReading({
  reader: _reader,
  readerBest: _best,
  ...signals
}: ConfidenceSignals): ConfidenceSignals {
  return signals;
}

/** Questions whose answers are right with a known probability. */
export function syntheticLabels({
  count,
  seed,
  truth = shippedModels.read,
  slope = 1,
  offset = 0,
  questionsOfAFamily = 4,
}: SyntheticOptions): LabelledQuestion[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const signals = randomSignals(random);
    return {
      family: `family ${Math.floor(index / questionsOfAFamily)}`,
      language: 'en',
      signals,
      vetoed: false,
      right: random() < logistic(slope * linear(signals, truth) + offset),
    };
  });
}
