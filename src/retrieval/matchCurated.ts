import { toCurated } from '../knowledge/curated.ts';
import { listCurated } from '../knowledge/sql/listCurated.ts';
import { vectorText } from '../knowledge/storeVersion.ts';
import type { ArmScope } from './arms.ts';
import type { CuratedMatch } from './passage.ts';
import { searchCurated } from './sql/searchCurated.ts';

/** Wordings that are looked at: more never reach the threshold together. */
const candidates = 5;
/** Below it a curated answer is not offered; set so that no question of the golden set but its own paraphrases passes. */
export const curatedThreshold = 0.7;
/** Meaning weighs more than words: a paraphrase shares few words, another topic in the same words has a low cosine. */
const meaningWeight = 0.65;

export interface CuratedQuery {
  readonly vector: Float32Array;
  readonly model: string;
  readonly lexemes: readonly string[];
}

/** Curated answers that match by meaning and words, best first: 0.65 x cosine + 0.35 x Dice overlap of lexemes. */
export async function matchCurated(scope: ArmScope, query: CuratedQuery): Promise<CuratedMatch[]> {
  return scope.database.inWorkspace(scope.workspaceId, async (transaction) => {
    const rows = await transaction.query(searchCurated, [scope.workspaceId, query.model, vectorText(query.vector), candidates]);
    const scores = new Map<string, number>();
    for (const row of rows) {
      const score = meaningWeight * (1 - row.distance) + (1 - meaningWeight) * dice(query.lexemes, row.lexemes);
      if (score >= curatedThreshold) scores.set(row.curated_id, Math.max(score, scores.get(row.curated_id) ?? 0));
    }
    if (scores.size === 0) return [];
    const answers = await transaction.query(listCurated, [scope.workspaceId, [...scores.keys()]]);
    const matches = answers.map((row) => ({ answer: toCurated(row), score: Math.min(1, scores.get(row.curated_id) ?? 0) }));
    return matches.sort((left, right) => right.score - left.score);
  }, scope);
}

/** 2 |A and B| / (|A| + |B|), 0 for two empty sets. */
export function dice(left: readonly string[], right: readonly string[]): number {
  const other = new Set(right);
  const shared = left.filter((lexeme) => other.has(lexeme)).length;
  return left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length);
}
