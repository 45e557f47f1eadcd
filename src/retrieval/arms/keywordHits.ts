import type { ArmHit } from '../fuse/fuse.ts';
import type { QuestionWords } from '../question/questionWords.ts';

/** Ways to find by words. BM25 is ours; the others are those of published recipes (recipeArms.ts). */
export type KeywordArmName = 'BM25' | 'WEBSEARCH' | 'PLAIN' | 'SIMPLE' | 'PREFIX';

export interface KeywordQuery {
  readonly arm: KeywordArmName;
  readonly text: string;
  readonly lexemes: readonly string[];
  readonly words: QuestionWords;
  /** The text search configuration of the analysis. */
  readonly searchConfig: string;
  readonly limit: number;
}

export interface KeywordHits {
  readonly hits: readonly ArmHit[];
  /** Scores below the limit too: a passage that the vector arm found has one, which one statement more would cost as much again. */
  readonly scores: ReadonlyMap<string, number>;
  /** Lexemes of the question that each hit holds. Empty where the rank function does not tell. */
  readonly matched: ReadonlyMap<string, readonly string[]>;
  /** Inverse document frequency of each lexeme of the question. Empty when nothing was found. */
  readonly idf: ReadonlyMap<string, number>;
  /** Lexemes of the question that stand in no document. */
  readonly unknown: readonly string[];
}

export const noKeywords: KeywordHits = { hits: [], scores: new Map(), matched: new Map(), idf: new Map(), unknown: [] };

/** Weights of the question's lexemes for curated answers: an arm that knows none counts each the same. None where BM25 failed or found nothing. */
export function curatedWeights(
  arm: KeywordArmName | null,
  { idf }: KeywordHits,
  lexemes: readonly string[],
): KeywordHits['idf'] {
  return arm === 'BM25' ? idf : new Map(lexemes.map((lexeme) => [lexeme, 1]));
}
