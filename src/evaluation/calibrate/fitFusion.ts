import { createHash } from 'node:crypto';
import type { ArmWeights } from '../../retrieval/fuse/fittedWeights.ts';
import { groupBy, mean } from '../../stats.ts';
import { ndcgAt } from '../figures/retrievalFigures.ts';
import { partsBy } from '../../confidence/calibration/labelled.ts';

/** What both arms said about one passage of a question. */
export interface ArmScores {
  readonly documentKey: string;
  /** Cosine similarity; 0 when the vector arm knows none. */
  readonly cosine: number;
  /** Keyword score over the most that it could be for the question: 0..1. */
  readonly words: number;
}

/** One question with what was found for it, before any weights. */
export interface FusionSample {
  readonly id: string;
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  /** Keys of documents; at least one. */
  readonly relevant: readonly string[];
  readonly passages: readonly ArmScores[];
  /** The weights that a search for it has now. */
  readonly inUse: ArmWeights;
}

/** BETTER: by `leastGain` at least. TOO_FEW: questions. ONE_DOCUMENT: nothing can be held out. */
export type FitVerdict = 'BETTER' | 'NO_BETTER' | 'TOO_FEW' | 'ONE_DOCUMENT';

export interface FusionFit {
  /** ISO 639-1; 'und': the languages with too few questions of their own, together. */
  readonly language: string;
  /** The languages of the questions, sorted. */
  readonly languages: readonly string[];
  readonly questionCount: number;
  /** The best of the grid over all of its questions. */
  readonly weights: ArmWeights;
  /** Mean nDCG@10 with the weights in use. */
  readonly before: number;
  /** Mean nDCG@10 where each question has the weights that the other folds chose; null: it could not be measured. */
  readonly after: number | null;
  readonly verdict: FitVerdict;
  /** SHA-256 of ids, texts and relevant documents of the questions, whatever their order. */
  readonly dataHash: string;
}

/** With fewer, the best of 13 pairs of weights is chance. */
export const leastQuestions = 30;
/** Less is within what another seed of the folds gives. */
export const leastGain = 0.002;
/** Every language without weights of its own. */
export const otherLanguages = 'und';
const foldCount = 5;
const depth = 10;
/** Sums of the same numbers in another order differ by less. */
const rounding = 1e-9;

/**
 * Around the shipped weights first, because the first of equals wins; then towards one arm alone. Light vectors are for
 * embedders that read a language badly.
 */
export const grid: readonly ArmWeights[] = [
  ...[1, 0.8, 1.2, 0.6, 1.5, 0.4, 2, 3, 5].map((keywordWeight) => ({ vectorWeight: 1, keywordWeight })),
  ...[0.4, 0.2].map((vectorWeight) => ({ vectorWeight, keywordWeight: 1 })),
  { vectorWeight: 1, keywordWeight: 0 },
  { vectorWeight: 0, keywordWeight: 1 },
];

/**
 * Fits each language with enough questions, then all others together. The same samples and seed give the same fits,
 * whatever their order.
 */
export function fitFusion(samples: readonly FusionSample[], seed: number): FusionFit[] {
  const sorted = samples.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const sizes = groupBy(sorted, ({ language }) => language);
  const groups = groupBy(sorted, ({ language }) =>
    (sizes.get(language)?.length ?? 0) < leastQuestions ? otherLanguages : language,
  );
  return [...groups]
    .sort(
      ([left, leftMembers], [right, rightMembers]) =>
        Number(left === otherLanguages) - Number(right === otherLanguages) ||
        rightMembers.length - leftMembers.length ||
        (left < right ? -1 : 1),
    )
    .map(([language, members]) => fitGroup(language, members, seed));
}

function fitGroup(language: string, samples: readonly FusionSample[], seed: number): FusionFit {
  const scores = samples.map((sample) => grid.map((weights) => ndcgWith(weights, sample)));
  const folds = foldsOf(samples, seed);
  const before = average(samples.map((sample) => ndcgWith(sample.inUse, sample)));
  const enough = samples.length >= leastQuestions;
  const after = enough && new Set(folds).size > 1 ? heldOut(scores, folds) : null;
  return {
    language,
    languages: [...new Set(samples.map((sample) => sample.language))].sort(),
    questionCount: samples.length,
    weights: grid[bestOf(scores)] as ArmWeights,
    before,
    after,
    verdict: verdictOf(enough, before, after),
    dataHash: hashOf(samples),
  };
}

function verdictOf(enough: boolean, before: number, after: number | null): FitVerdict {
  if (!enough) return 'TOO_FEW';
  if (after === null) return 'ONE_DOCUMENT';
  return after - before >= leastGain - rounding ? 'BETTER' : 'NO_BETTER';
}

/** nDCG@10 of the documents by their best passage. Equal scores are ordered by key. */
export function ndcgWith(
  { vectorWeight, keywordWeight }: ArmWeights,
  { passages, relevant }: Pick<FusionSample, 'passages' | 'relevant'>,
): number {
  const scored = passages.map(({ documentKey, cosine, words }) => ({
    documentKey,
    score: vectorWeight * cosine + keywordWeight * words,
  }));
  scored.sort((left, right) => right.score - left.score || (left.documentKey < right.documentKey ? -1 : 1));
  return ndcgAt(depth, [...new Set(scored.map(({ documentKey }) => documentKey))], new Set(relevant)) ?? 0;
}

/**
 * A fold for each sample. Questions with the same first relevant document share one: their answers stand in the same
 * words.
 */
export function foldsOf(samples: readonly Pick<FusionSample, 'relevant'>[], seed: number): number[] {
  return partsBy(
    samples,
    ({ relevant }) => relevant[0] ?? '',
    Array.from({ length: foldCount }, () => 1),
    seed,
  );
}

/** Each question judged by the weights that all other folds chose. */
function heldOut(scores: readonly (readonly number[])[], folds: readonly number[]): number {
  const chosen = Array.from({ length: foldCount }, (_, fold) =>
    bestOf(scores.filter((_scores, position) => folds[position] !== fold)),
  );
  return average(scores.map((each, position) => each[chosen[folds[position] ?? 0] ?? 0] ?? 0));
}

/** Position in the grid. */
function bestOf(scores: readonly (readonly number[])[]): number {
  const means = grid.map((_weights, position) => average(scores.map((each) => each[position] ?? 0)));
  const best = Math.max(...means);
  return means.findIndex((value) => value >= best - rounding);
}

const average = (values: readonly number[]) => mean(values) ?? 0;

function hashOf(samples: readonly FusionSample[]): string {
  const lines = samples.map(({ id, text, relevant }) => JSON.stringify([id, text, relevant.toSorted()])).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
