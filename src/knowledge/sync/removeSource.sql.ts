import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** Selects what a source holds, and whether another source holds the document, too. */
export const listHoldings = statement(
  'knowledge.listHoldings',
  z.object({ path: z.string(), document_id: z.string(), shared: z.boolean() }),
  (v: Named<{ sourceId: string }>) => sql`
  select s.path, d.document_id, exists (
      select 1 from sync_document o where o.workspace_id = ${v.workspaceId} and o.document_id = s.document_id and o.source_id <> ${v.sourceId}
    ) as shared
  from sync_document s
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = s.document_id
  where s.workspace_id = ${v.workspaceId} and s.source_id = ${v.sourceId} and d.deleted_at is null
`,
);

/** Ends the jobs that bring in what a source has. */
export const cancelJobsOf = statement(
  'knowledge.cancelJobsOf',
  z.object({}),
  (v: Named<{ sourceId: string; now: Date }>) => sql`
  update ingest_job set state = 'CANCELLED', finished_at = ${v.now}, lease_owner = null, lease_until = null
  where workspace_id = ${v.workspaceId} and state in ('QUEUED', 'RUNNING') and (source_id = ${v.sourceId} or exists (
    select 1 from ingest_item i
    where i.workspace_id = ${v.workspaceId} and i.job_id = ingest_job.job_id and i.source #>> '{sent,sourceId}' = ${v.sourceId}::text
  ))
`,
);

/** Forgets what was read from a source. Its documents stay. */
export const removeFilesOf = statement(
  'knowledge.removeFilesOf',
  z.object({}),
  (v: Named<{ sourceId: string }>) => sql`
  delete from sync_file where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId}
`,
);

/** Makes the documents of a source ones that were sent by hand. */
export const releaseDocuments = statement(
  'knowledge.releaseDocuments',
  z.object({}),
  (v: Named<{ sourceId: string }>) => sql`
  update document set source_id = null where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and deleted_at is null
`,
);

/** Marks a source as removed; its name is free again. */
export const markRemoved = statement(
  'knowledge.markRemoved',
  z.object({}),
  (v: Named<{ sourceId: string; now: Date }>) => sql`
  update sync_source set removed_at = ${v.now}, name = source_id::text, every_seconds = null, reading_by = null, reading_until = null, reading = null,
    read_at = null, tried_at = null, result = null
  where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId}
`,
);
