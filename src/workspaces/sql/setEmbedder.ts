import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Which model's vectors the workspace uses. Values: workspace, model fingerprint. */
export const setEmbedder = statement(
  'workspaces.setEmbedder',
  z.object({}),
  `
  update workspace set embedder = $2 where workspace_id = $1
`,
);
