import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** How long deleted documents can be restored. Values: workspace, days. */
export const setRetention = statement(
  'workspaces.setRetention',
  z.object({ workspace_id: z.string() }),
  `
  update workspace set retention_days = $2 where workspace_id = $1
  returning workspace_id
`,
);
