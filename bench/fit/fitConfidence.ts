import { fitSignalModel } from '../../src/confidence/calibration/signalModel.ts';
import type { Chooser, ConfidenceModel } from '../../src/confidence/fitted.ts';
import {
  type ConfidenceSignals,
  type Evidence,
  type RankedAnswer,
  type SignalName,
  signalNames,
  signalTable,
} from '../../src/confidence/signals.ts';
import { maxSentences } from '../../src/grounding/sentences/chooseSentences.ts';
import { featureNames } from '../../src/grounding/sentences/features.ts';
import type { FitQuestion, FitSentence } from './featureFile.ts';

/** A question as the product would have answered it with an open gate. */
export interface FitAnswer {
  readonly set: string;
  readonly isAnswerable: boolean;
  /** One of the quoted sentences holds the answer. */
  readonly right: boolean;
  readonly quoted: number;
  /** The second and third sentence, quoted or not. */
  readonly further: readonly { readonly share: number; readonly isRight: boolean }[];
  /** Whether one of the first one, two and three sentences holds the answer; and any of those compared. */
  readonly within: readonly boolean[];
  readonly signals: ConfidenceSignals;
}

/** What sentences were compared by: a reader's word, their own meaning, or neither. */
type Ground = Pick<Evidence, 'isRead' | 'isMeant'>;

interface Scored extends FitSentence {
  readonly score: number;
}

/** What a chooser makes of a question. @param quoteFrom see `fitted.quoteFrom` */
export function answerOf(
  { set, isAnswerable, sentences }: FitQuestion,
  { weights }: Chooser,
  { quoteFrom, ...ground }: { readonly quoteFrom: number } & Ground,
): FitAnswer {
  const scored = sentences
    .map((each): Scored => ({
      ...each,
      score: featureNames.reduce((sum, name) => sum + (weights[name] ?? 0) * each.features[name], 0),
    }))
    .sort((left, right) => right.score - left.score);
  const most = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - most), 0);
  const ranked = scored.map((each) => ({ ...each, share: Math.exp(each.score - most) / total }));
  const quoted = ranked.filter(({ share }, index) => index === 0 || (index < maxSentences && share >= quoteFrom));
  return {
    set,
    isAnswerable,
    right: quoted.some(({ isRight }) => isRight),
    quoted: quoted.length,
    further: ranked.slice(1, maxSentences).map(({ share, isRight }) => ({ share, isRight })),
    within: [1, 2, 3, ranked.length].map((count) => ranked.slice(0, count).some(({ isRight }) => isRight)),
    signals: signalsOf(
      ranked.map(({ features, share, document }) => ({ features, share, documentId: String(document) })),
      ground,
    ),
  };
}

/** The signals whose weights are learned. */
export const learnedSignals: readonly SignalName[] = signalNames.filter((name) => 'isLearned' in signalTable[name]);

/** What is known of the compared sentences alone. */
function signalsOf(answers: readonly RankedAnswer[], ground: Ground): ConfidenceSignals {
  const evidence = { passages: [], rrfK: 60, answers, ...ground };
  const found = signalNames.flatMap((name) => {
    const value = signalTable[name].of(evidence);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Next to no pull: thousands of labels need no prior. */
const pull = 2;

/** A logistic regression without a prior worth mentioning; no weight is below 0, for evidence must not count against. */
export function fitConfidence(answers: readonly FitAnswer[], names: readonly SignalName[]): ConfidenceModel {
  const known = answers.filter(({ signals }) => names.every((name) => signals[name] !== undefined));
  const meanOf = (name: SignalName) => known.reduce((sum, { signals }) => sum + (signals[name] ?? 0), 0) / known.length;
  const means = Object.fromEntries(names.map((name) => [name, meanOf(name)]));
  const seed = { intercept: 0, weights: Object.fromEntries(names.map((name) => [name, 0])), means };
  return fitSignalModel(known, seed, pull);
}
