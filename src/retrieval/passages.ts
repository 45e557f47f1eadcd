import type { Transaction } from '../db/database.ts';
import { vectorText } from '../knowledge/storeVersion.ts';
import type { ArmScope } from './armScope.ts';
import type { FoldedHit } from './fold.ts';
import type { Passage } from './passage.ts';
import { readPassages } from './sql/readPassages.ts';
import { windowSimilarities } from './sql/windowSimilarities.ts';

export interface PassageQuery {
  /** Null when the question could not be embedded. */
  readonly vector: Float32Array | null;
  readonly model: string;
  readonly coverage: (chunkId: string) => number;
}

/** Reads hits, in their order. One that was deleted or hidden in between is left out. */
export async function toPassages(scope: ArmScope, hits: readonly FoldedHit[], query: PassageQuery): Promise<Passage[]> {
  return hits.length === 0 ? [] : scope.database.inWorkspace(scope.workspaceId, (transaction) => read(transaction, scope, hits, query), scope);
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
    trust: row.trust,
    documentCreatedAt: row.created_at,
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
