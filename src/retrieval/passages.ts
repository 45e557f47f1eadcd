import type { Transaction } from '../db/database.ts';
import { vectorText } from '../knowledge/storeVersion.ts';
import type { ArmScope } from './arms.ts';
import { fold, type Copy, type Folded, type FoldedHit } from './fold.ts';
import type { FusedHit } from './fuse.ts';
import type { Passage } from './passage.ts';
import { findDuplicates } from './sql/findDuplicates.ts';
import { readPassages } from './sql/readPassages.ts';
import { windowSimilarities } from './sql/windowSimilarities.ts';

export interface PassageQuery {
  /** Null when the question could not be embedded. */
  readonly vector: Float32Array | null;
  readonly model: string;
  readonly coverage: (chunkId: string) => number;
  /** How many are read, after copies are folded. */
  readonly limit: number;
}

export interface FoundPassages {
  /** In the order of the hits. */
  readonly passages: readonly Passage[];
  readonly keeperOf: Folded['keeperOf'];
}

/** Folds near-duplicates among fused hits and reads what is left. One that was deleted or hidden in between is left out. */
export async function toPassages(scope: ArmScope, hits: readonly FusedHit[], query: PassageQuery): Promise<FoundPassages> {
  if (hits.length === 0) return { passages: [], keeperOf: (chunkId) => chunkId };
  return scope.database.inWorkspace(scope.workspaceId, async (transaction) => {
    const folded = fold(hits, await readCopies(transaction, scope, hits));
    return { passages: await read(transaction, scope, folded.hits.slice(0, query.limit), query), keeperOf: folded.keeperOf };
  }, scope);
}

async function readCopies(transaction: Transaction, scope: ArmScope, hits: readonly FusedHit[]): Promise<Copy[]> {
  const rows = await transaction.query(findDuplicates, [scope.workspaceId, hits.map((hit) => hit.chunkId)]);
  return rows.map((row) => ({ chunkId: row.chunk_id, documentId: row.document_id, documentKey: row.key, versionId: row.version_id, group: row.duplicate_group }));
}

async function read(transaction: Transaction, scope: ArmScope, hits: readonly FoldedHit[], query: PassageQuery): Promise<Passage[]> {
  const ids = hits.map((hit) => hit.chunkId);
  const rows = await transaction.query(readPassages, [scope.workspaceId, ids, scope.accessGroups]);
  const near = query.vector ? await transaction.query(windowSimilarities, [scope.workspaceId, query.model, vectorText(query.vector), ids]) : [];
  const byId = new Map(rows.map((row) => [row.chunk_id, row]));
  const present = hits.flatMap((hit) => {
    const row = byId.get(hit.chunkId);
    return row ? [{ hit, row }] : [];
  });
  return present.map(({ hit, row }, position) => ({
    chunkId: row.chunk_id,
    documentId: row.document_id,
    documentKey: row.key,
    documentTitle: row.title,
    versionId: row.version_id,
    versionNumber: row.number,
    effectiveFrom: row.effective_from,
    effectiveUntil: row.effective_until,
    supersededBy: row.superseded_by,
    url: row.url,
    updatedAt: row.updated_at,
    text: row.body,
    sourceSpan: { start: row.start_offset, end: row.end_offset },
    sectionPath: row.section_path,
    rank: position + 1,
    score: hit.score,
    coverage: query.coverage(row.chunk_id),
    windows: near.filter((window) => window.chunk_id === row.chunk_id).map((window) => ({ start: window.start_offset, end: window.end_offset, similarity: window.similarity })),
    trace: hit.trace,
    duplicateGroup: row.duplicate_group,
    duplicates: hit.duplicates,
  }));
}
