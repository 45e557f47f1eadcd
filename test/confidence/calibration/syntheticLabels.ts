import { type ConfidenceSignals, noSignals, type ReadingSignals } from '../../../src/confidence/signals.ts';
import { candor, linear, logistic, type Coefficients } from '../../../src/confidence/score.ts';
import type { LabelledQuestion } from '../../../src/confidence/calibration/labelled.ts';
import { createRandom } from '../../../src/stats.ts';

export interface SyntheticOptions {
  readonly count: number;
  readonly seed: number;
  /** What makes an answer right. */
  readonly truth?: Coefficients;
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
  const odds = labels.map(({ signals }) => linear(signals, candor));
  const middle = odds.reduce((sum, value) => sum + value, 0) / count;
  const spread = Math.sqrt(odds.reduce((sum, value) => sum + (value - middle) ** 2, 0) / count);
  const random = createRandom(seed + 1);
  return labels.map((label, index) => ({
    ...label,
    right: random() < logistic(mean + deviation * (((odds[index] ?? 0) - middle) / spread)),
  }));
}

export function randomSignals(random: () => number): ConfidenceSignals {
  return {
    ...noSignals,
    rrfTop: 0.008 + random() * 0.024,
    inBothArms: random() < 0.6,
    keywordNormalized: random(),
    idfCoverage: random(),
    armOverlap: random(),
    margin: random(),
    vectorDistance: random(),
    knownWords: random() < 0.8 ? 1 : random(),
    sentenceCoverage: random(),
    answerTypePresent: random() < 0.7,
    codesMatched: random() < 0.1,
    quantityMatched: random() < 0.2,
    timeFit: random() < 0.3 ? random() : null,
    ...randomReading(random),
  };
}

function randomReading(random: () => number): ReadingSignals {
  const answerability = random();
  return {
    answerability,
    answerMargin: 16 * random() - 8,
    answerAgreement: answerability * random(),
    answerCoverage: random(),
    answerSimilarity: random(),
    answerLead: 2 * random(),
    passageSimilarity: random(),
    passageRank: 0.5 * random(),
    headingMatch: 0,
    listMatched: false,
  };
}

/** Questions whose answers are right with a known probability. */
export function syntheticLabels({
  count,
  seed,
  truth = candor,
  slope = 1,
  offset = 0,
  questionsOfAFamily = 4,
}: SyntheticOptions): LabelledQuestion[] {
  const [random, ofQuestion] = [createRandom(seed), createRandom(seed + 7919)];
  return Array.from({ length: count }, (_, index) => {
    const signals = { ...randomSignals(random), questionInformation: 30 * ofQuestion() };
    return {
      family: `family ${Math.floor(index / questionsOfAFamily)}`,
      language: 'en',
      signals,
      vetoed: false,
      right: random() < logistic(slope * linear(signals, truth) + offset),
    };
  });
}
