import { vectorText } from '../../knowledge/store/storeVersion.ts';
import { bounds, type ArmScope } from './armScope.ts';
import type { ArmHit } from '../fuse/fuse.ts';
import { searchVector } from '../sql/searchVector.ts';

export interface VectorQuery {
  readonly vector: Float32Array;
  readonly model: string;
  readonly limit: number;
  readonly maxDistance: number;
}

/**
 * The vector arm: parents by cosine similarity, best first. One statement, and nothing kept in memory: the database chooses by Hamming distance of one-bit codes which
 * chunks it compares exactly, among those that the asker may read; nothing shortens the result. Recall and times are in docs/decisions.md ("The first cut in the database").
 * HNSW was the other way: a shared index returns too few rows through a filter, and takes in 12 rows/s in the embedded database.
 */
export async function vectorArm(
  scope: ArmScope,
  { vector, model, limit, maxDistance }: VectorQuery,
): Promise<ArmHit[]> {
  const values = [scope.workspaceId, model, vectorText(vector), limit, maxDistance, scope.asOf, ...bounds(scope)];
  const rows = await scope.database.inWorkspace(
    scope.workspaceId,
    (transaction) => transaction.query(searchVector, values),
    scope,
  );
  return rows.map((row) => ({ chunkId: row.parent_id, rawScore: 1 - row.distance }));
}
