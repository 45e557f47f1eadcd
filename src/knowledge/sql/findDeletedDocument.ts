import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A deleted document that can still be restored, if the reader might see it otherwise. Values: workspace, document, access groups or null. */
export const findDeletedDocument = statement('knowledge.findDeletedDocument', z.object({ deleted_at: z.date() }), `
  select d.deleted_at
  from document d
  where d.workspace_id = $1 and d.document_id = $2 and d.deleted_at is not null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`);
