import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes a workspace with everything in it. Values: workspace. */
export const removeWorkspace = statement(
  'workspaces.removeWorkspace',
  z.object({}),
  `
  delete from workspace where workspace_id = $1
`,
);
