import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The keyword arm of the default preset: parents by BM25F over any word of the question, best first; with the words that each holds (positions from 1),
 * and in the first row for each word its weight and whether a passage has it.
 * Values: workspace; lexemes, their words and similarities; how often each word is asked; phrases, the last of the words; text search configuration; limit, as of, access groups or null, filter as JSON.
 */
export const searchBm25 = statement(
  'retrieval.searchBm25',
  z.object({
    parent_id: z.string(),
    score: z.number(),
    matched: z.array(z.number()),
    idfs: z.array(z.number()).nullable(),
    known: z.array(z.boolean()).nullable(),
  }),
  `
  select parent_id, score, matched, idfs, known from candor_search_bm25($1, $2, $3, $4, $5, $6, $7::text::regconfig, $8, $9, $10, $11)
`,
  { prepared: true },
);
