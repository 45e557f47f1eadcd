import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** All fitted weights of a workspace, of every model, by model and language. Values: workspace. */
export const listFusionWeights = statement(
  'retrieval.listFusionWeights',
  z.object({
    model: z.string(),
    language: z.string(),
    vector_weight: z.number(),
    keyword_weight: z.number(),
    question_count: z.number(),
    ndcg_before: z.number(),
    ndcg_after: z.number(),
    data_hash: z.string(),
    fitted_at: z.date(),
  }),
  `
  select f.model, f.language, f.vector_weight, f.keyword_weight, f.question_count, f.ndcg_before, f.ndcg_after, f.data_hash, f.fitted_at
  from fusion_weights f
  where f.workspace_id = $1
  order by f.model, f.language
`,
);
