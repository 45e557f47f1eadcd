import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** Selects the files that were ingested from a source. */
export const listSyncFiles = statement(
  'knowledge.listSyncFiles',
  z.object({
    path: z.string(),
    content_hash: z.string(),
    decision: z.string(),
    reason: z.string(),
    note: z.record(z.string(), z.unknown()).nullable(),
  }),
  (v: Named<{ sourceId: string }>) => sql`
  select path, content_hash, decision, reason, note from sync_file where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} order by path
`,
);

/** Stores a file as it was ingested. */
export const upsertSyncFile = statement(
  'knowledge.upsertSyncFile',
  z.object({}),
  (
    v: Named<{
      sourceId: string;
      path: string;
      size: number;
      modifiedAt: Date;
      contentHash: string;
      decision: string;
      reason: string;
      note: string | null;
      now: Date;
    }>,
  ) => sql`
  insert into sync_file (workspace_id, source_id, path, size, modified_at, content_hash, decision, reason, note, decided_at)
  values (${v.workspaceId}, ${v.sourceId}, ${v.path}, ${v.size}, ${v.modifiedAt}, ${v.contentHash}, ${v.decision}, ${v.reason}, ${v.note}::jsonb, ${v.now})
  on conflict (workspace_id, source_id, path) do update
  set size = excluded.size, modified_at = excluded.modified_at, content_hash = excluded.content_hash, decision = excluded.decision,
    reason = excluded.reason, note = excluded.note, decided_at = excluded.decided_at
`,
);

/** Deletes the record of a file of a source, with its links to documents. */
export const removeSyncFile = statement(
  'knowledge.removeSyncFile',
  z.object({}),
  (v: Named<{ sourceId: string; path: string }>) => sql`
  delete from sync_file where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and path = ${v.path}
`,
);

/** Selects the documents read from a file, and whether another file also holds a version of them. */
export const listSyncDocuments = statement(
  'knowledge.listSyncDocuments',
  z.object({ document_id: z.string(), version_id: z.string(), shared: z.boolean() }),
  (v: Named<{ sourceId: string; path: string }>) => sql`
  select s.document_id, s.version_id, exists (
      select 1 from sync_document o
      where o.workspace_id = ${v.workspaceId} and o.document_id = s.document_id and (o.source_id <> ${v.sourceId} or o.path <> ${v.path})
    ) as shared
  from sync_document s
  where s.workspace_id = ${v.workspaceId} and s.source_id = ${v.sourceId} and s.path = ${v.path}
`,
);

/** Links a file to the documents read from it. */
export const insertSyncDocuments = statement(
  'knowledge.insertSyncDocuments',
  z.object({}),
  (v: Named<{ sourceId: string; path: string; documentIds: readonly string[]; versionIds: readonly string[] }>) => sql`
  insert into sync_document (workspace_id, source_id, path, document_id, version_id)
  select w.workspace_id, ${v.sourceId}, ${v.path}, read.document_id, read.version_id
  from workspace w
  cross join unnest(${v.documentIds}::uuid[], ${v.versionIds}::uuid[]) as read (document_id, version_id)
  where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, source_id, path, document_id) do update set version_id = excluded.version_id
`,
);

/** Transfers the documents of one file to another. */
export const moveSyncDocuments = statement(
  'knowledge.moveSyncDocuments',
  z.object({}),
  (v: Named<{ sourceId: string; from: string; path: string }>) => sql`
  update sync_document set path = ${v.path} where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and path = ${v.from}
`,
);

/** Unlinks a file from documents. */
export const removeSyncDocuments = statement(
  'knowledge.removeSyncDocuments',
  z.object({}),
  (v: Named<{ sourceId: string; path: string; documentIds: readonly string[] }>) => sql`
  delete from sync_document where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and path = ${v.path} and document_id = any (${v.documentIds}::uuid[])
`,
);

/**
 * Selects another file of a source with the same version of a document: with the same date, or also without a date
 * (valid from when it was stored).
 */
export const findRivalFile = statement(
  'knowledge.findRivalFile',
  z.object({ path: z.string() }),
  (v: Named<{ sourceId: string; path: string; key: string; effectiveFrom: Date | null }>) => sql`
  select s.path
  from document d
  join sync_document s on s.workspace_id = ${v.workspaceId} and s.document_id = d.document_id
  join document_version v on v.workspace_id = ${v.workspaceId} and v.version_id = s.version_id
  where d.workspace_id = ${v.workspaceId} and d.key = ${v.key} and d.deleted_at is null and s.source_id = ${v.sourceId} and s.path <> ${v.path}
    and case when ${v.effectiveFrom}::timestamptz is null then v.effective_from = v.created_at else v.effective_from = ${v.effectiveFrom} end
  limit 1
`,
);

/** Gives the document that a moved file holds another key, if its key was the path, unless a document already has it. */
export const renameDocument = statement(
  'knowledge.renameDocument',
  z.object({ document_id: z.string() }),
  (v: Named<{ sourceId: string; from: string; path: string; fileSeries: string }>) => sql`
  update document set key = ${v.path}, file_series = ${v.fileSeries}, url = case when url = ${v.from} then ${v.path} else url end
  where workspace_id = ${v.workspaceId} and key = ${v.from} and not exists (select 1 from document o where o.workspace_id = ${v.workspaceId} and o.key = ${v.path})
    and exists (
      select 1 from sync_document s
      where s.workspace_id = ${v.workspaceId} and s.source_id = ${v.sourceId} and s.path = ${v.path} and s.document_id = document.document_id
    )
  returning document_id
`,
);

/** Hides documents whose file is gone. Only a restore still finds them. */
export const markAllDeleted = statement(
  'knowledge.markAllDeleted',
  z.object({}),
  (v: Named<{ documentIds: readonly string[]; now: Date }>) => sql`
  update document set deleted_at = ${v.now} where workspace_id = ${v.workspaceId} and document_id = any (${v.documentIds}::uuid[]) and deleted_at is null
`,
);

/** Deletes a version with its chunks. */
export const removeVersion = statement(
  'knowledge.removeVersion',
  z.object({}),
  (v: Named<{ versionId: string }>) => sql`
  delete from document_version where workspace_id = ${v.workspaceId} and version_id = ${v.versionId}
`,
);
