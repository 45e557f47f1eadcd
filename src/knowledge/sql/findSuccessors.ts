import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Documents by key, those alone that the reader may find. Values: workspace, keys, access groups or null. */
export const findSuccessors = statement('knowledge.findSuccessors', z.object({ document_id: z.string(), key: z.string(), title: z.string() }), `
  select d.document_id, d.key, d.title
  from document d
  where d.workspace_id = $1 and d.key = any ($2::text[]) and d.state = 'PUBLISHED' and d.deleted_at is null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`);
