import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Forgets all fitted weights of a workspace, of every model. Values: workspace. */
export const removeFusionWeights = statement(
  'retrieval.removeFusionWeights',
  z.object({ language: z.string() }),
  `
  delete from fusion_weights where workspace_id = $1
  returning language
`,
);
