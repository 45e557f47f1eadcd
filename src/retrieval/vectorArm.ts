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

/** Windows that the codes choose, for each hit asked for. See `vectorArm` for the recall. */
const windowsPerHit = 10;

/**
 * The vector arm: parents by cosine similarity, best first. One-bit codes in memory choose ten windows for each hit that is asked for, and Postgres
 * compares those exactly; a workspace that has few more is scanned whole. Recall of the exact scan's best 30 and the times are in docs/decisions.md ("One-bit codes before the
 * exact scan"). HNSW was the other way: a shared index returns too few rows through a filter, and takes in 12 rows/s in the embedded database.
 * Nothing shortens the result: where a filter leaves too few of the chosen windows, or a few long passages have them all, more are chosen, and in the end
 * all are scanned.
 */
export async function vectorArm(scope: ArmScope, query: VectorQuery): Promise<ArmHit[]> {
  return scope.database.inWorkspace(scope.workspaceId, async (transaction) => {
    const exact = createExactScan(transaction, scope, query);
    if (query.chunkIds) return (await exact(query.chunkIds.map((chunkId) => ({ chunkId, ordinal: null })))).hits;
    const codes = await windowCodesOf(transaction, scope.database.identity, scope.workspaceId, query.model, query.vector.length);
    let count = windowsPerHit * query.limit;
    for (;;) {
      // Half of all: choosing costs more than it saves.
      if (codes.windowCount <= 2 * count) return (await exact(null)).hits;
      const { hits, considered, parents } = await exact(codes.nearest(query.vector, count));
      if (considered >= count / 2 && parents >= query.limit) return hits;
      count = Math.ceil(1.5 * count * Math.max(count / Math.max(considered, 1), query.limit / Math.max(parents, 1)));
    }
  }, scope);
}

interface Scanned {
  readonly hits: ArmHit[];
  /** How many of the given windows may be read; unknown counts as none. */
  readonly considered: number;
  /** Of how many passages they are. */
  readonly parents: number;
}

type WindowChoice = readonly { readonly chunkId: string; readonly ordinal: number | null }[] | null;

function createExactScan(transaction: Transaction, scope: ArmScope, query: VectorQuery): (windows: WindowChoice) => Promise<Scanned> {
  const text = vectorText(query.vector);
  return async (windows) => {
    const chosen = [windows?.map((window) => window.chunkId) ?? null, windows?.map((window) => window.ordinal) ?? null];
    const rows = await transaction.query(searchVector, [scope.workspaceId, query.model, text, query.limit, query.maxDistance, scope.asOf, ...bounds(scope), ...chosen]);
    return { hits: rows.map((row) => ({ chunkId: row.parent_id, rawScore: 1 - row.distance })), considered: rows[0]?.considered ?? 0, parents: rows[0]?.parents ?? 0 };
  };
}
