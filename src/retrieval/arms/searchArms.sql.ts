import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Parents by their best window, nearest first, scored exactly. migrations/0004_large_workspaces.sql explains which chunks
 * are compared. Values: workspace, model fingerprint, query vector in text form, limit, maximum cosine distance, as of,
 * access groups or null, filter as JSON.
 */
export const searchVector = statement(
  'retrieval.searchVector',
  z.object({ parent_id: z.string(), distance: z.number() }),
  `
  select parent_id, distance from candor_search_vector($1, $2, $3::halfvec, $4, $5, $6, $7, $8)
`,
  { prepared: true },
);

/**
 * The keyword arm of the default preset: parents by BM25F over any word of the question, best first. Each row has the
 * words that the parent contains (positions from 1). The first row also has, for each word, its weight and whether any
 * passage contains it. Values: workspace; lexemes, the word that each one stands for, and their weights; how often each
 * word occurs in the question; phrases, which are the last of the words; text search configuration; limit, as of,
 * access groups or null, filter as JSON.
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

/**
 * The keyword arm of the published recipes: an AND query ranked by ts_rank_cd, best first. Finds almost nothing for a
 * natural question. Values: workspace, query, limit, as of, access groups or null, filter as JSON.
 */
export const searchWebsearch = statement(
  'retrieval.searchWebsearch',
  z.object({ parent_id: z.string(), score: z.number() }),
  `
  select parent_id, score from candor_search_websearch($1, $2, $3, $4, $5, $6)
`,
);

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

/**
 * The keyword arm of weighted: plainto_tsquery('simple'), cover density scaled to 0..1. Best first. Values: workspace,
 * query, limit, as of, access groups or null, filter as JSON.
 */
export const searchSimple = statement(
  'retrieval.searchSimple',
  z.object({ parent_id: z.string(), score: z.number() }),
  `
  select parent_id, score from candor_search_simple($1, $2, $3, $4, $5, $6)
`,
);

/**
 * The keyword arm of two-tier: each word is a prefix, on `simple` without accents; parents by their best child. Best
 * first. Values: workspace, query, limit, as of, access groups or null, filter as JSON.
 */
export const searchPrefix = statement(
  'retrieval.searchPrefix',
  z.object({ parent_id: z.string(), score: z.number() }),
  `
  select parent_id, score from candor_search_prefix($1, $2, $3, $4, $5, $6)
`,
);
