import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Parents by their best window, nearest first, scored exactly; `considered` tells how many of the given windows may be read, `parents` of how many parents.
 * Values: workspace, model fingerprint, query vector in text form, limit, maximum cosine distance, as of, access groups or null, filter as JSON, chunk ids or null for all, the ordinal of one window for each or null for all of its.
 */
export const searchVector = statement('retrieval.searchVector', z.object({ parent_id: z.string(), distance: z.number(), considered: z.coerce.number(), parents: z.coerce.number() }), `
  select parent_id, distance, considered, parents from candor_search_vector($1, $2, $3::halfvec, $4, $5, $6, $7, $8, $9, $10)
`);
