import type { Database } from '../../db/database.ts';
import type { Document } from '../../knowledge/document.ts';
import { listDocumentChunks } from '../../retrieval/sql/listDocumentChunks.ts';
import { listVersionTimes } from '../../retrieval/sql/listVersionTimes.ts';
import type { Run } from '../runs/run.ts';

export interface SubjectVersion {
  readonly versionId: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  readonly createdAt: Date;
}

export interface SubjectChunk {
  readonly chunkId: string;
  readonly versionId: string;
  /** What keeps it out of retrieval: the name of a rule, or PERSON; null: nothing does. */
  readonly omittedBy: string | null;
}

/** A document that the asker of an explanation may see, as it is today. */
export interface MissSubject {
  readonly document: Document;
  readonly documentId: string;
  /** Newest first. */
  readonly versions: readonly SubjectVersion[];
  /** The one valid at the run's `asOf`; null: none is. */
  readonly version: SubjectVersion | null;
  readonly versionId: string | null;
  /** Of all versions. */
  readonly chunks: readonly SubjectChunk[];
}

export async function readSubject(
  database: Database,
  workspaceId: string,
  document: Document,
  { asOf }: Pick<Run, 'asOf'>,
): Promise<MissSubject> {
  const [times, rows] = await database.inWorkspace(workspaceId, async (transaction) => {
    const found = await transaction.query(listVersionTimes, [workspaceId, document.id]);
    return [
      found,
      await transaction.query(listDocumentChunks, [workspaceId, found.map((row) => row.version_id)]),
    ] as const;
  });
  const versions = times.map((row): SubjectVersion => ({
    versionId: row.version_id,
    effectiveFrom: row.effective_from,
    effectiveUntil: row.effective_until,
    createdAt: row.created_at,
  }));
  const version =
    versions.find(
      ({ effectiveFrom, effectiveUntil }) =>
        effectiveFrom <= asOf && (effectiveUntil === null || effectiveUntil > asOf),
    ) ?? null;
  const chunks = rows.map((row) => ({
    chunkId: row.chunk_id,
    versionId: row.version_id,
    omittedBy: row.omitted ? (row.omit_override === true ? 'PERSON' : (row.omit_reason ?? 'PERSON')) : null,
  }));
  return { document, documentId: document.id, versions, version, versionId: version?.versionId ?? null, chunks };
}
