import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Fitted weights of the fusion for a language, else those for every other ('und'). Values: workspace, model fingerprint, ISO 639-1 code. */
export const findFusionWeights = statement(
  'retrieval.findFusionWeights',
  z.object({ vector_weight: z.number(), keyword_weight: z.number() }),
  `
  select f.vector_weight, f.keyword_weight from fusion_weights f
  where f.workspace_id = $1 and f.model = $2 and f.language = any (array[$3, 'und'])
  order by f.language = 'und'
  limit 1
`,
);
