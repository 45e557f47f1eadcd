import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Curated wordings nearest to a question. Values: workspace, model fingerprint, query vector in text form, limit.
 */
export const searchCurated = statement('retrieval.searchCurated', z.object({ curated_id: z.string(), lexemes: z.array(z.string()), distance: z.number() }), `
  select w.curated_id, w.lexemes, 1 + (w.embedding <#> $3::halfvec) as distance
  from curated_window w
  where w.workspace_id = $1 and w.model = $2
  order by distance, w.curated_id
  limit $4
`);
