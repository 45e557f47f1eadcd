import type { Transaction } from '../../db/database.ts';
import type { ArmScope } from './armScope.ts';
import { bm25Arm } from './bm25Arm.ts';
import type { KeywordHits, KeywordQuery } from './keywordHits.ts';
import { recipeArm } from './recipeArms.ts';

/** The keyword arm, best first. A question without a usable word finds nothing; what is usable, `simple` judges otherwise than stemming does. */
export async function keywordArm(transaction: Transaction, scope: ArmScope, query: KeywordQuery): Promise<KeywordHits> {
  const { arm } = query;
  return arm === 'BM25' ? bm25Arm(transaction, scope, query) : recipeArm(transaction, scope, { ...query, arm });
}
