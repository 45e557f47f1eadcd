import type { Transaction } from '../../db/database.ts';
import type { Statement } from '../../db/statement.ts';
import { bounds, type ArmScope } from './armScope.ts';
import { noKeywords, type KeywordArmName, type KeywordHits, type KeywordQuery } from './keywordHits.ts';
import { searchPlain } from '../sql/searchPlain.ts';
import { searchPrefix } from '../sql/searchPrefix.ts';
import { searchSimple } from '../sql/searchSimple.ts';
import { searchWebsearch } from '../sql/searchWebsearch.ts';

export type RecipeArmName = Exclude<KeywordArmName, 'BM25'>;

/** WEBSEARCH: consensus and agentic. PLAIN: filtered-rrf. SIMPLE: weighted. PREFIX: two-tier. The functions are in migrations/0001_initial.sql. */
const searches: Readonly<Record<RecipeArmName, Statement<{ parent_id: string; score: number }>>> = {
  WEBSEARCH: searchWebsearch,
  PLAIN: searchPlain,
  SIMPLE: searchSimple,
  PREFIX: searchPrefix,
};

/** Rows with a score: a sum of both arms' scores needs those below the limit too. As many as the BM25 arm reads. */
const scoredRows = 200;

/** A keyword arm of the published recipes: parents by cover density, best first. */
export async function recipeArm(
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
