import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A workspace; one that is there stays as it is. Values: workspace, name, retention in days, created. */
export const insertWorkspace = statement(
  'workspaces.insertWorkspace',
  z.object({}),
  `
  insert into workspace (workspace_id, name, retention_days, created_at) values ($1, $2, $3, $4)
  on conflict (workspace_id) do nothing
`,
);
