import { mean } from '../../stats.ts';
import type { SetQuestion } from '../question.ts';

/** Over the questions that can be answered and name relevant documents. */
export interface RetrievalFigures {
  readonly questions: number;
  readonly recallAt5: number | null;
  readonly recallAt10: number | null;
  readonly recallAt30: number | null;
  /**
   * Over the questions with two or more relevant documents: the share that has all of them among the first ten. With
   * one document, it equals recall.
   */
  readonly allAt10: number | null;
  readonly meanReciprocalRank: number | null;
  readonly ndcgAt10: number | null;
}

/** The ranking for one question: keys of documents, best first, without repeats. */
export interface Ranking {
  readonly question: SetQuestion;
  readonly retrieved: readonly string[];
}

/** Whether a question can score retrieval. An unanswerable one names at most a look-alike. */
export function isScorable({
  answerable,
  relevantDocIds,
}: Pick<SetQuestion, 'answerable' | 'relevantDocIds'>): boolean {
  return answerable && relevantDocIds.length > 0;
}

/** The grade of each relevant document: the set's own, or 1. */
function gradesOf({
  relevantDocIds,
  relevance,
}: Pick<SetQuestion, 'relevantDocIds' | 'relevance'>): ReadonlyMap<string, number> {
  return new Map(relevantDocIds.map((id) => [id, relevance?.[id] ?? 1]));
}

/** Means over the scorable questions; the others are left out. */
export function retrievalFigures(rankings: readonly Ranking[]): RetrievalFigures {
  const scored = rankings
    .filter(({ question }) => isScorable(question))
    .map(({ question, retrieved }) => ({
      retrieved,
      relevant: new Set(question.relevantDocIds),
      grades: gradesOf(question),
    }));
  const recall = (k: number) => mean(scored.map(({ retrieved, relevant }) => recallAt(k, retrieved, relevant)));
  return {
    questions: scored.length,
    recallAt5: recall(5),
    recallAt10: recall(10),
    recallAt30: recall(30),
    allAt10: mean(
      scored
        .filter(({ relevant }) => relevant.size > 1)
        .map(({ retrieved, relevant }) => allAt(10, retrieved, relevant)),
    ),
    meanReciprocalRank: mean(scored.map(({ retrieved, relevant }) => reciprocalRank(retrieved, relevant))),
    ndcgAt10: mean(scored.map(({ retrieved, grades }) => gradedNdcgAt(10, retrieved, grades))),
  };
}

/** Share of the relevant documents among the first `k`. Null if none are relevant. */
export function recallAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  if (relevant.size === 0) return null;
  return retrieved.slice(0, k).filter((id) => relevant.has(id)).length / relevant.size;
}

/**
 * Whether all relevant documents are among the first `k`, as 1 or 0: a question that joins facts fails if one is
 * missing. Null if none are relevant.
 */
export function allAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  const recall = recallAt(k, retrieved, relevant);
  return recall === null ? null : Number(recall === 1);
}

/** 1 divided by the rank of the first relevant document, or 0 if it was not found. Null if none are relevant. */
export function reciprocalRank(retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  if (relevant.size === 0) return null;
  const index = retrieved.findIndex((id) => relevant.has(id));
  return index === -1 ? 0 : 1 / (index + 1);
}

/**
 * Normalised discounted cumulative gain with binary relevance (Järvelin and Kekäläinen 2002). Null if none are
 * relevant.
 */
export function ndcgAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  return gradedNdcgAt(k, retrieved, new Map([...relevant].map((id) => [id, 1])));
}

/**
 * The same with grades above 0. The gain is the grade itself, as in trec_eval (and so in BEIR's pytrec_eval), not
 * 2^grade - 1. Null if none are relevant.
 */
export function gradedNdcgAt(
  k: number,
  retrieved: readonly string[],
  grades: ReadonlyMap<string, number>,
): number | null {
  if (grades.size === 0) return null;
  const discounted = (gains: readonly number[]) =>
    gains.slice(0, k).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
  const ideal = [...grades.values()].sort((left, right) => right - left);
  return discounted(retrieved.map((id) => grades.get(id) ?? 0)) / discounted(ideal);
}

/** `part / whole`, or null if the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
