import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Whether most documents of the workspace were there before. Values: workspace, instant. */
export const hasOlderDocuments = statement('knowledge.hasOlderDocuments', z.object({ mostly: z.boolean() }), `
  select count(*) filter (where d.created_at < $2) * 2 > count(*) as mostly
  from document d
  where d.workspace_id = $1 and d.deleted_at is null
`);
