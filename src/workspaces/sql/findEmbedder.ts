import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Which model's vectors a workspace holds; locks nothing, counts nothing: it runs with each question. Values: workspace. */
export const findEmbedder = statement(
  'workspaces.findEmbedder',
  z.object({ embedder: z.string().nullable() }),
  `
  select embedder from workspace where workspace_id = $1
`,
);
