import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** How many days deleted documents can be restored. Values: workspace. */
export const findRetention = statement(
  'workspaces.findRetention',
  z.object({ retention_days: z.number() }),
  `
  select retention_days from workspace where workspace_id = $1
`,
);
