import { mean } from '../../stats.ts';
import { allAt, gradedNdcgAt, recallAt, reciprocalRank } from './metrics.ts';
import type { Question } from '../question.ts';

/** Over the questions that can be answered and name relevant documents. */
export interface RetrievalFigures {
  readonly questions: number;
  readonly recallAt5: number | null;
  readonly recallAt10: number | null;
  readonly recallAt30: number | null;
  /**
   * Of the questions with two or more relevant documents: the share that has all of them among the first ten. With one,
   * recall says the same.
   */
  readonly allAt10: number | null;
  readonly meanReciprocalRank: number | null;
  readonly ndcgAt10: number | null;
}

/** What one question got: keys of documents, best first, each once. */
export interface Ranking {
  readonly question: Question;
  readonly retrieved: readonly string[];
}

/** Whether a question tells anything about retrieval: one that cannot be answered names at most a look-alike. */
export function isScorable({ answerable, relevantDocIds }: Pick<Question, 'answerable' | 'relevantDocIds'>): boolean {
  return answerable && relevantDocIds.length > 0;
}

/** The grade of each relevant document: the set's own, else 1. */
export function gradesOf({
  relevantDocIds,
  relevance,
}: Pick<Question, 'relevantDocIds' | 'relevance'>): ReadonlyMap<string, number> {
  return new Map(relevantDocIds.map((id) => [id, relevance?.[id] ?? 1]));
}

/** Means over the questions that tell something; the others are left out. */
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
