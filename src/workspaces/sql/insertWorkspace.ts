import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A workspace; one that is there stays as it is. Values: workspace, name, created. */
export const insertWorkspace = statement('workspaces.insertWorkspace', z.object({}), `
  insert into workspace (workspace_id, name, created_at) values ($1, $2, $3)
  on conflict (workspace_id) do nothing
`);
