import { toCurated } from '../knowledge/curated/curated.ts';
import { pageCurated } from '../knowledge/curated/curated.sql.ts';
import { vectorText } from '../knowledge/store/storeVersion.ts';
import type { Transaction } from '../db/database.ts';
import type { ArmScope } from './filter.ts';
import { coverageOf, type CuratedMatch } from './passage.ts';
import { searchCurated } from './retrieve.sql.ts';

/** Wordings that are looked at: more never reach the threshold together. */
const candidates = 5;
/**
 * Below it a curated answer is not offered; set so that no question of the golden set but its own paraphrases passes.
 */
const curatedThreshold = 0.6;
const meaningWeight = 0.5;
/** Words alone never match: one word of an answer ("label") would cover a one-word question. */
const minSimilarity = 0.4;

interface CuratedQuery {
  readonly vector: Float32Array;
  readonly model: string;
  /** Weight of each lexeme of the question; empty when the keyword arm found nothing. */
  readonly idf: ReadonlyMap<string, number>;
}

/**
 * Curated answers that match by meaning and words, best first: half the cosine to the nearest wording, half the share
 * of the question's idf mass in wording and answer. A word that no document knows ("students") weighs most and keeps a
 * look-alike out. Expired ones never match, nor do those with a source that the asker may not read. Sources are
 * compared with their versions of `asOf`.
 */
export async function matchCurated(
  transaction: Transaction,
  scope: ArmScope,
  query: CuratedQuery,
): Promise<CuratedMatch[]> {
  // Asked about a past day or a future one: it must hold now and then.
  const heldUntil = new Date(Math.max(Date.now(), scope.asOf.getTime()));
  const rows = await transaction.query(searchCurated, [
    scope.workspaceId,
    query.model,
    vectorText(query.vector),
    candidates,
    heldUntil,
    scope.accessGroups,
  ]);
  const scores = new Map<string, number>();
  for (const row of rows) {
    const score = meaningWeight * (1 - row.distance) + (1 - meaningWeight) * coverageOf(row.lexemes, query.idf);
    if (score >= curatedThreshold && 1 - row.distance >= minSimilarity)
      scores.set(row.curated_id, Math.max(score, scores.get(row.curated_id) ?? 0));
  }
  if (scores.size === 0) return [];
  const answers = await transaction.query(pageCurated, {
    workspaceId: scope.workspaceId,
    at: scope.asOf,
    ids: [...scores.keys()],
    accessGroups: scope.accessGroups,
    // The answer is recorded, and read by others than its asker.
    drafts: false,
    expiredAt: heldUntil,
    stale: null,
    expired: null,
    savedBefore: null,
    idBefore: null,
    limit: null,
  });
  const matches = answers.map((row) => ({
    answer: toCurated(row),
    score: Math.min(1, scores.get(row.curated_id) ?? 0),
  }));
  return matches.sort((left, right) => right.score - left.score);
}
