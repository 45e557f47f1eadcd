import type { ArmScope } from './arms.ts';
import type { FusedHit } from './fuse.ts';
import type { Passage } from './passage.ts';
import { vectorText } from '../knowledge/storeVersion.ts';
import { readPassages } from './sql/readPassages.ts';
import { windowSimilarities } from './sql/windowSimilarities.ts';

export interface PassageQuery {
  /** Null when the question could not be embedded. */
  readonly vector: Float32Array | null;
  readonly model: string;
  readonly coverage: (chunkId: string) => number;
}

/** Reads what fused hits point to, in their order. One that was deleted in between is left out. */
export async function toPassages(scope: ArmScope, hits: readonly FusedHit[], query: PassageQuery): Promise<Passage[]> {
  if (hits.length === 0) return [];
  const ids = hits.map((hit) => hit.chunkId);
  const { rows, near } = await scope.database.inWorkspace(scope.workspaceId, async (transaction) => ({
    rows: await transaction.query(readPassages, [scope.workspaceId, ids]),
    near: query.vector ? await transaction.query(windowSimilarities, [scope.workspaceId, query.model, vectorText(query.vector), ids]) : [],
  }), scope);
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
  }));
}
