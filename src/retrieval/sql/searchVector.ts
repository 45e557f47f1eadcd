import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Parents by their best window, nearest first, scored exactly. Which chunks are compared is told in migrations/0001_initial.sql.
 * Values: workspace, model fingerprint, query vector in text form, limit, maximum cosine distance, as of, access groups or null, filter as JSON.
 */
export const searchVector = statement(
  'retrieval.searchVector',
  z.object({ parent_id: z.string(), distance: z.number() }),
  `
  select parent_id, distance from candor_search_vector($1, $2, $3::halfvec, $4, $5, $6, $7, $8)
`,
  { prepared: true },
);
