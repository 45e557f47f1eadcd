import { groupBy } from '../src/stats.ts';
import { fitLogistic } from '../src/confidence/calibration/maps.ts';
import { calibrationError, auroc } from '../src/confidence/calibration/forecasts.ts';
import { candor, candorUnread, linear, logistic, type Coefficients } from '../src/confidence/score.ts';
import { type ConfidenceSignals, unread } from '../src/confidence/signals.ts';
import type { ReadingLabel } from './readingLabels.ts';

type Weight = Exclude<keyof Coefficients, 'intercept'>;

/** The signals that the shipped coefficients weigh. */
export const weighed: Readonly<Record<'READ' | 'UNREAD', readonly Weight[]>> = {
  READ: [
    'keywordNormalized',
    'codesMatched',
    'answerability',
    'answerAgreement',
    'answerCoverage',
    'answerSimilarity',
    'answerLead',
    'passageSimilarity',
    'passageRank',
    'headingMatch',
  ],
  UNREAD: [
    'rrfTop',
    'keywordNormalized',
    'similarity',
    'knownWords',
    'sentenceCoverage',
    'answerTypePresent',
    'codesMatched',
    'quantityMatched',
    'timeFit',
  ],
};

const nothing = Object.fromEntries(Object.keys(candor).map((name) => [name, 0])) as unknown as Coefficients;

function featuresOf(signals: ConfidenceSignals, names: readonly Weight[]): number[] {
  return names.map((name) => linear(signals, { ...nothing, [name]: 1 }));
}

/** The labels with only what retrieval saw. */
export function withoutReading(labels: readonly ReadingLabel[]): ReadingLabel[] {
  return labels.map((label) => ({ ...label, signals: { ...label.signals, ...unread } }));
}

/**
 * Fits coefficients of "the answer is right". Each set has the same weight; questions that got a clarifying question or
 * have an unmet condition are left out. No coefficient falls below 0: evidence must not count against an answer, so
 * signals that would are dropped and the rest is fitted again.
 */
export function fitCoefficients(sets: readonly (readonly ReadingLabel[])[], names: readonly Weight[]): Coefficients {
  const examples = sets.flatMap((labels) => {
    const kept = labels.filter(
      ({ answered, vetoed, signals }) =>
        answered && !vetoed && (signals.answerability !== null || !names.includes('answerability')),
    );
    return kept.map(({ signals, right }) => ({
      features: featuresOf(signals, names),
      label: right,
      weight: 150 / kept.length,
    }));
  });
  // In standard deviations, so that the penalty does not depend on units.
  const scales = names.map((_, index) => deviation(examples.map(({ features }) => features[index] ?? 0)));
  const scale = (index: number) => scales[index] || 1;
  let kept = names.map((_, index) => index);
  for (;;) {
    const model = fitLogistic(
      examples.map((example) => ({
        ...example,
        features: kept.map((index) => (example.features[index] ?? 0) / scale(index)),
      })),
      { l2: 5 },
    );
    const least = Math.min(...model.coefficients);
    if (least >= 0)
      return {
        ...nothing,
        intercept: model.intercept,
        ...Object.fromEntries(
          kept.map((index, position): [string, number] => [
            names[index] ?? '',
            (model.coefficients[position] ?? 0) / scale(index),
          ]),
        ),
      };
    kept = kept.filter((_, position) => position !== model.coefficients.indexOf(least));
  }
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
}

/**
 * Returns the confidence of a label with given coefficients; an unmet condition keeps it below a gate, as in the
 * product.
 */
export function valueOf({ signals, vetoed }: ReadingLabel, coefficients: Coefficients, held: number): number {
  const value = logistic(linear(signals, coefficients));
  return vetoed ? value * held : value;
}

export interface ReadingFigures {
  readonly questions: number;
  readonly answerable: number;
  /**
   * AUROC of "the answer is right"; of answerable questions against unanswerable on-topic ones; and against those about
   * something else.
   */
  readonly right: number | null;
  readonly onTopic: number | null;
  readonly offTopic: number | null;
  readonly ece: number | null;
}

const elsewhere: ReadonlySet<string> = new Set(['off-topic', 'off-corpus', 'foreign', 'nonsense']);

export function figuresOf(labels: readonly ReadingLabel[], value: (label: ReadingLabel) => number): ReadingFigures {
  const scores = (holds: (label: ReadingLabel) => boolean) => labels.filter(holds).map(value);
  const answerable = scores((label) => label.answerable);
  return {
    questions: labels.length,
    answerable: answerable.length,
    right: auroc(
      scores(({ right }) => right),
      scores(({ right }) => !right),
    ),
    onTopic: auroc(
      answerable,
      scores((label) => !label.answerable && !elsewhere.has(label.type)),
    ),
    offTopic: auroc(
      answerable,
      scores((label) => !label.answerable && elsewhere.has(label.type)),
    ),
    ece: calibrationError(labels.map((label) => ({ probability: value(label), happened: label.right }))),
  };
}

/**
 * Returns what a gate does: the shares of answerable questions that are answered rightly and that get a clarifying
 * question (or are refused for a reason other than the gate), of answers that are wrong, and of near misses that are
 * answered.
 */
export function atGate(labels: readonly ReadingLabel[], value: (label: ReadingLabel) => number, gate: number) {
  const passes = labels.filter((label) => label.answered && value(label) >= gate);
  const answerable = labels.filter((label) => label.answerable);
  const missing = labels.filter((label) => !label.answerable && !elsewhere.has(label.type));
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    right: share(passes.filter(({ right }) => right).length, answerable.length),
    wrong: share(passes.filter(({ right }) => !right).length, passes.length),
    nearMisses: share(passes.filter((label) => missing.includes(label)).length, missing.length),
    askedBack: share(answerable.filter((label) => !label.answered).length, answerable.length),
  };
}

/** The types of questions with their counts. */
export function typesOf(labels: readonly ReadingLabel[]): string {
  return [...groupBy(labels, ({ type }) => type)].map(([type, members]) => `${type} ${members.length}`).join(', ');
}

export const shipped = { read: candor, unread: candorUnread };
