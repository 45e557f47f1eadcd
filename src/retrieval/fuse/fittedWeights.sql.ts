import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Fitted weights of the fusion for a language, or those for all other languages ('und'). Values: workspace, model
 * fingerprint, ISO 639-1 code.
 */
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

/** All fitted weights of a workspace, for every model, by model and language. Values: workspace. */
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

/**
 * Stores the fitted weights of one language and replaces earlier ones. Values: workspace, model fingerprint, language,
 * weights of the vector and the keyword arm, number of questions, nDCG before and after, hash of the questions, now.
 */
export const insertFusionWeights = statement(
  'retrieval.insertFusionWeights',
  z.object({}),
  `
  insert into fusion_weights (workspace_id, model, language, vector_weight, keyword_weight, question_count, ndcg_before, ndcg_after, data_hash, fitted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (workspace_id, model, language) do update set
    vector_weight = excluded.vector_weight, keyword_weight = excluded.keyword_weight, question_count = excluded.question_count,
    ndcg_before = excluded.ndcg_before, ndcg_after = excluded.ndcg_after, data_hash = excluded.data_hash, fitted_at = excluded.fitted_at
`,
);

/** Deletes all fitted weights of a workspace, for every model. Values: workspace. */
export const removeFusionWeights = statement(
  'retrieval.removeFusionWeights',
  z.object({ language: z.string() }),
  `
  delete from fusion_weights where workspace_id = $1
  returning language
`,
);
