import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The keyword arm of the default preset: parents by BM25 over any of the lexemes, best first; with the question's lexemes, their weights, and whether any document knows them.
 * Values: workspace, lexemes, limit, as of, access groups or null, filter as JSON.
 */
export const searchBm25 = statement('retrieval.searchBm25', z.object({
  parent_id: z.string(), score: z.number(), matched: z.array(z.string()), lexemes: z.array(z.string()), idfs: z.array(z.number()), known: z.array(z.boolean()),
}), `
  select parent_id, score, matched, lexemes, idfs, known from candor_search_bm25($1, $2, $3, $4, $5, $6)
`);
