import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The keyword arm of the published recipes: an AND query ranked by ts_rank_cd, best first. Finds almost nothing for a natural question.
 * Values: workspace, query, limit, as of, access groups or null, filter as JSON.
 */
export const searchWebsearch = statement(
  'retrieval.searchWebsearch',
  z.object({ parent_id: z.string(), score: z.number() }),
  `
  select parent_id, score from candor_search_websearch($1, $2, $3, $4, $5, $6)
`,
);
