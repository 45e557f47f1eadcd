import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Which documents are there and may be read. Values: workspace, ids, access groups or null. */
export const findSources = statement('knowledge.findSources', z.object({ document_id: z.string() }), `
  select d.document_id
  from document d
  where d.workspace_id = $1 and d.document_id = any ($2::uuid[]) and d.deleted_at is null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`);
