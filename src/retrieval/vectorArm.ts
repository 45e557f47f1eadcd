import type { Transaction } from '../db/database.ts';
import { vectorText } from '../knowledge/storeVersion.ts';
import { bounds, type ArmScope } from './armScope.ts';
import type { ArmHit } from './fuse.ts';
import { searchVector } from './sql/searchVector.ts';
import { windowCodesOf } from './windowCodes.ts';

export interface VectorQuery {
  readonly vector: Float32Array;
  readonly model: string;
  readonly limit: number;
  readonly maxDistance: number;
  /** Only these passages: to learn the score of what the other arm found. */
  readonly chunkIds?: readonly string[];
}

/** Workspaces with so few chunks are scanned whole. */
const scannedWhole = 300;
/** Chunks that the codes choose, for each hit asked for. See `vectorArm` for the recall. */
const perHit = 10;

/**
 * The vector arm: parents by cosine similarity, best first. Up to 300 chunks every window is compared. Beyond, one-bit codes in memory choose ten chunks
 * for each hit that is asked for, and Postgres compares those exactly: recall@30 of the exact scan is in docs/decisions.md ("One-bit codes before the exact
 * scan"), as are the times. HNSW was the other way: a shared index returns too few rows through a filter, and it takes 12 rows/s in the embedded database.
 * A filter never shortens the result: where it leaves too few of the chosen ones, more are chosen, and in the end all are scanned.
 */
export async function vectorArm(scope: ArmScope, query: VectorQuery): Promise<ArmHit[]> {
  return scope.database.inWorkspace(scope.workspaceId, async (transaction) => {
    const exact = createExactScan(transaction, scope, query);
    if (query.chunkIds) return (await exact(query.chunkIds)).hits;
    const codes = await windowCodesOf(transaction, scope.database.identity, scope.workspaceId, query.model, query.vector.length);
    let count = perHit * query.limit;
    for (;;) {
      // A third of all: choosing costs more than it saves.
      if (codes.chunkIds.length <= Math.max(scannedWhole, 3 * count)) return (await exact(null)).hits;
      const chosen = codes.nearest(query.vector, count);
      const { hits, considered } = await exact(chosen);
      if (considered >= chosen.length / 2) return hits;
      count = Math.ceil((1.5 * count * chosen.length) / Math.max(considered, 1));
    }
  }, scope);
}

interface Scanned {
  readonly hits: ArmHit[];
  /** How many of the given chunks may be read; unknown counts as none. */
  readonly considered: number;
}

function createExactScan(transaction: Transaction, scope: ArmScope, query: VectorQuery): (chunkIds: readonly string[] | null) => Promise<Scanned> {
  const text = vectorText(query.vector);
  return async (chunkIds) => {
    const rows = await transaction.query(searchVector, [scope.workspaceId, query.model, text, query.limit, query.maxDistance, scope.asOf, ...bounds(scope), chunkIds]);
    return { hits: rows.map((row) => ({ chunkId: row.parent_id, rawScore: 1 - row.distance })), considered: rows[0]?.considered ?? 0 };
  };
}
