import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The keyword arm of weighted: plainto_tsquery('simple'), cover density brought to 0..1. Best first.
 * Values: workspace, query, limit, as of, access groups or null, filter as JSON.
 */
export const searchSimple = statement(
  'retrieval.searchSimple',
  z.object({ parent_id: z.string(), score: z.number() }),
  `
  select parent_id, score from candor_search_simple($1, $2, $3, $4, $5, $6)
`,
);
