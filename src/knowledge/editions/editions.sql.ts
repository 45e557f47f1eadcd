import { z } from 'zod';
import { type Named, sql, statement, visible } from '../../db/statement.ts';

/**
 * Sets by hand what replaces a document that the reader may see; an empty list: nothing. What its source says of it no
 * longer counts.
 */
export const setSuccessorOverride = statement(
  'knowledge.setSuccessorOverride',
  z.object({}),
  (v: Named<{ documentId: string; successorIds: readonly string[]; accessGroups: readonly string[] | null }>) => sql`
  update document set successor_override = ${v.successorIds}::uuid[], superseded_by = null
  where workspace_id = ${v.workspaceId} and document_id = ${v.documentId} and deleted_at is null and ${visible('document', v.accessGroups)}
`,
);

/** Selects the published documents that share a series with another one, those that changed last first. */
export const listInSeries = statement(
  'knowledge.listInSeries',
  z.object({ document_id: z.string() }),
  (v: Named<{ accessGroups: readonly string[] | null; limit: number }>) => sql`
  select d.document_id
  from document d
  where d.workspace_id = ${v.workspaceId} and d.deleted_at is null and d.state = 'PUBLISHED' and ${visible('d', v.accessGroups)}
    and (
      d.title_series <> '' and exists (
        select 1 from document o
        where o.workspace_id = ${v.workspaceId} and o.title_series = d.title_series and o.document_id <> d.document_id and o.deleted_at is null and ${visible('o', v.accessGroups)}
      )
      or d.file_series <> '' and exists (
        select 1 from document o
        where o.workspace_id = ${v.workspaceId} and o.file_series = d.file_series and o.document_id <> d.document_id and o.deleted_at is null and ${visible('o', v.accessGroups)}
      )
    )
  order by d.updated_at desc, d.document_id
  limit ${v.limit}
`,
);
