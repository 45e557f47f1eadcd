import type { Transaction } from '../../db/database.ts';
import type { Statement } from '../../db/statement.ts';
import type { ArmHit } from '../fuse/fuse.ts';
import type { QuestionWords } from '../question/questionWords.ts';
import { type ArmScope, bounds } from '../filter.ts';
import { searchBm25, searchPlain, searchPrefix, searchSimple, searchWebsearch } from './searchArms.sql.ts';

/** Ways to search by words. BM25 is Candor's own; the others come from published recipes. */
export type KeywordArmName = 'BM25' | 'WEBSEARCH' | 'PLAIN' | 'SIMPLE' | 'PREFIX';

interface KeywordQuery {
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
  /**
   * Includes scores below the limit, so that a passage found by the vector arm has its keyword score. A separate
   * statement for these scores would cost as much again.
   */
  readonly scores: ReadonlyMap<string, number>;
  /** Lexemes of the question that each hit contains. Empty if the rank function does not report them. */
  readonly matched: ReadonlyMap<string, readonly string[]>;
  /** Inverse document frequency of each lexeme of the question. Empty if nothing was found. */
  readonly idf: ReadonlyMap<string, number>;
  /** Lexemes of the question that occur in no document. */
  readonly unknown: readonly string[];
}

export const noKeywords: KeywordHits = { hits: [], scores: new Map(), matched: new Map(), idf: new Map(), unknown: [] };

/**
 * Weights of the question's lexemes for curated answers. If the arm reports no weights, each lexeme weighs 1. Empty if
 * BM25 failed or found nothing.
 */
export function curatedWeights(
  arm: KeywordArmName | null,
  { idf }: KeywordHits,
  lexemes: readonly string[],
): KeywordHits['idf'] {
  return arm === 'BM25' ? idf : new Map(lexemes.map((lexeme) => [lexeme, 1]));
}

/**
 * The keyword arm, best first. A question without a usable word finds nothing. `simple` and the stemming configurations
 * disagree on which words are usable.
 */
export async function keywordArm(transaction: Transaction, scope: ArmScope, query: KeywordQuery): Promise<KeywordHits> {
  const { arm } = query;
  return arm === 'BM25' ? bm25Arm(transaction, scope, query) : recipeArm(transaction, scope, { ...query, arm });
}

type RecipeArmName = Exclude<KeywordArmName, 'BM25'>;

/**
 * The presets that use each arm. WEBSEARCH: consensus and agentic. PLAIN: filtered-rrf. SIMPLE: weighted. PREFIX:
 * two-tier. The functions are in migrations/0001_initial.sql.
 */
const searches: Readonly<Record<RecipeArmName, Statement<{ parent_id: string; score: number }>>> = {
  WEBSEARCH: searchWebsearch,
  PLAIN: searchPlain,
  SIMPLE: searchSimple,
  PREFIX: searchPrefix,
};

/**
 * Rows that get a score. A sum of both arms' scores also needs the rows below the limit. Beyond the 200th, the keyword
 * part of a fused score is negligible.
 */
const scoredRows = 200;

/** A keyword arm of the published recipes: parents by cover density, best first. */
async function recipeArm(
  transaction: Transaction,
  scope: ArmScope,
  query: KeywordQuery & { readonly arm: RecipeArmName },
): Promise<KeywordHits> {
  const values = [scope.workspaceId, query.text, Math.max(query.limit, scoredRows), scope.asOf, ...bounds(scope)];
  const rows = await transaction.query(searches[query.arm], values);
  const hits = rows.map((row) => ({ chunkId: row.parent_id, rawScore: row.score }));
  return {
    ...noKeywords,
    hits: hits.slice(0, query.limit),
    scores: new Map(hits.map((hit) => [hit.chunkId, hit.rawScore])),
  };
}

/** The keyword arm of the default preset. */
async function bm25Arm(
  transaction: Transaction,
  scope: ArmScope,
  { words, searchConfig, limit }: Pick<KeywordQuery, 'words' | 'searchConfig' | 'limit'>,
): Promise<KeywordHits> {
  const groups = groupsOf(words);
  if (groups.length === 0) return noKeywords;
  const members = groups.flatMap(({ members: lexemes }, position) =>
    lexemes.map((member) => ({ ...member, group: position + 1 })),
  );
  const values = [
    scope.workspaceId,
    members.map((member) => member.lexeme),
    members.map((member) => member.group),
    members.map((member) => member.weight),
    groups.map((group) => group.count),
    words.phrases,
    searchConfig,
    Math.max(limit, scoredRows),
    scope.asOf,
    ...bounds(scope),
  ];
  const rows = await transaction.query(searchBm25, values);
  const first = rows[0];
  const nameOf = (position: number) => groups[position - 1]?.name ?? '';
  return {
    hits: rows.slice(0, limit).map((row) => ({ chunkId: row.parent_id, rawScore: row.score })),
    scores: new Map(rows.map((row) => [row.parent_id, row.score])),
    matched: new Map(rows.map((row) => [row.parent_id, row.matched.map(nameOf)])),
    idf: new Map(first?.idfs?.map((idf, position) => [nameOf(position + 1), idf])),
    unknown: first?.known?.flatMap((known, position) => (known ? [] : [nameOf(position + 1)])) ?? [],
  };
}

interface WordGroup {
  readonly name: string;
  readonly count: number;
  readonly members: readonly { readonly lexeme: string; readonly weight: number }[];
}

/**
 * Words and phrases as candor_search_bm25 numbers them. The weight of a look-alike is the square of its similarity: .5
 * counts little, and .9 nearly as much as the word itself.
 */
function groupsOf({ words, phrases }: QuestionWords): WordGroup[] {
  const single = words.map(({ lexeme, count, lookalikes }): WordGroup => ({
    name: lexeme,
    count,
    members: [
      { lexeme, weight: 1 },
      ...lookalikes.map((other) => ({ lexeme: other.lexeme, weight: other.similarity ** 2 })),
    ],
  }));
  const quoted = phrases.map((phrase, position): WordGroup => ({
    name: `"${phrase}"`,
    count: 1,
    members: [{ lexeme: `"${words.length + position + 1}`, weight: 1 }],
  }));
  return [...single, ...quoted];
}
