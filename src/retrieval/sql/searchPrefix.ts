import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The keyword arm of two-tier: each word a prefix, on `simple` without accents; parents by their best child. Best first.
 * Values: workspace, query, limit, as of, access groups or null, filter as JSON.
 */
export const searchPrefix = statement(
  'retrieval.searchPrefix',
  z.object({ parent_id: z.string(), score: z.number() }),
  `
  select parent_id, score from candor_search_prefix($1, $2, $3, $4, $5, $6)
`,
);
