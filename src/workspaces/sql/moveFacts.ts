import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Makes every process read again what it keeps of the workspace. Values: workspace, a new id. */
export const moveFacts = statement(
  'workspaces.moveFacts',
  z.object({}),
  `
  update workspace set facts_epoch = $2 where workspace_id = $1
`,
);
