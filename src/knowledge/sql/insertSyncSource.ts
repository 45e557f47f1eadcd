import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Makes a synchronised source unless there is one with the root. Values: workspace, source, root, created. */
export const insertSyncSource = statement('knowledge.insertSyncSource', z.object({}), `
  insert into sync_source (workspace_id, source_id, root, created_at) values ($1, $2, $3, $4)
  on conflict (workspace_id, root) do nothing
`);
