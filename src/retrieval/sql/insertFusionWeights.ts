import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Fitted weights of one language; they replace those that were fitted before.
 * Values: workspace, model fingerprint, language, weights of the vector and the keyword arm, questions, nDCG before and after, hash of the questions, now.
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
