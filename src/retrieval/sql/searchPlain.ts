import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The keyword arm of filtered-rrf: plainto_tsquery('english'). Best first.
 * Values: workspace, query, limit, as of, access groups or null, filter as JSON.
 */
export const searchPlain = statement(
  'retrieval.searchPlain',
  z.object({ parent_id: z.string(), score: z.number() }),
  `
  select parent_id, score from candor_search_plain($1, $2, $3, $4, $5, $6)
`,
);
