import { createHash } from 'node:crypto';
import type { ArmWeights } from '../../retrieval/presets.ts';
import { groupBy, mean } from '../../stats.ts';
import { ndcgAt } from '../figures/retrievalFigures.ts';
import { partsBy } from '../../confidence/calibration/labelled.ts';

/** Both arms' scores for one passage of a question. */
export interface ArmScores {
  readonly documentKey: string;
  /** Cosine similarity; 0 if the vector arm has none. */
  readonly cosine: number;
  /** Keyword score divided by its upper bound for the question: 0..1. */
  readonly words: number;
}

/** One question with its search results, before any weights are applied. */
export interface FusionSample {
  readonly id: string;
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  /** Keys of documents; at least one. */
  readonly relevant: readonly string[];
  readonly passages: readonly ArmScores[];
  /** The weights that a search for it uses now. */
  readonly inUse: ArmWeights;
}

/** BETTER: by at least `leastGain`. TOO_FEW: too few questions. ONE_DOCUMENT: no fold can be held out. */
export type FitVerdict = 'BETTER' | 'NO_BETTER' | 'TOO_FEW' | 'ONE_DOCUMENT';

export interface FusionFit {
  /** ISO 639-1, or 'und' for all languages with too few questions of their own, together. */
  readonly language: string;
  /** The languages of the questions, sorted. */
  readonly languages: readonly string[];
  readonly questionCount: number;
  /** The best weights of the grid over all of its questions. */
  readonly weights: ArmWeights;
  /** Mean nDCG@10 with the weights in use. */
  readonly before: number;
  /**
   * Mean nDCG@10 if each question is searched with the weights that the other folds chose; null if that could not be
   * measured.
   */
  readonly after: number | null;
  readonly verdict: FitVerdict;
  /** SHA-256 of the questions' ids, texts and relevant documents, independent of their order. */
  readonly dataHash: string;
}

/** With fewer questions, the best of 13 pairs of weights is a matter of chance. */
export const leastQuestions = 30;
/** A smaller gain is within the variation between seeds of the folds. */
export const leastGain = 0.002;
/** Stands for every language without weights of its own. */
export const otherLanguages = 'und';
const foldCount = 5;
const depth = 10;
/** Sums of the same numbers in a different order differ by less than this. */
const rounding = 1e-9;

/**
 * Weights around the shipped ones come first, because the first of equals wins; then those that lean towards one arm.
 * Low vector weights are for embedders that read a language badly.
 */
export const grid: readonly ArmWeights[] = [
  ...[1, 0.8, 1.2, 0.6, 1.5, 0.4, 2, 3, 5].map((keywordWeight) => ({ vectorWeight: 1, keywordWeight })),
  ...[0.4, 0.2].map((vectorWeight) => ({ vectorWeight, keywordWeight: 1 })),
  { vectorWeight: 1, keywordWeight: 0 },
  { vectorWeight: 0, keywordWeight: 1 },
];

/**
 * Fits each language with enough questions, then all others together. The same samples and seed give the same fits,
 * whatever the order of the samples.
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

/** nDCG@10 of the documents, ranked by their best passage. Equal scores are ordered by key. */
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
 * Returns a fold for each sample. Questions with the same first relevant document share one, because their answers are
 * in the same text.
 */
export function foldsOf(samples: readonly Pick<FusionSample, 'relevant'>[], seed: number): number[] {
  return partsBy(
    samples,
    ({ relevant }) => relevant[0] ?? '',
    Array.from({ length: foldCount }, () => 1),
    seed,
  );
}

/** Mean nDCG@10 with each question scored by the weights that all other folds chose. */
function heldOut(scores: readonly (readonly number[])[], folds: readonly number[]): number {
  const chosen = Array.from({ length: foldCount }, (_, fold) =>
    bestOf(scores.filter((_scores, position) => folds[position] !== fold)),
  );
  return average(scores.map((each, position) => each[chosen[folds[position] ?? 0] ?? 0] ?? 0));
}

/** Position of the best weights in the grid. */
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
