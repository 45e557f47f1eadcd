import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** How near each window of some chunks is to a question. Spans count in the chunk's text. Values: workspace, model fingerprint, query vector in text form, chunk ids. */
export const windowSimilarities = statement('retrieval.windowSimilarities', z.object({
  chunk_id: z.string(), start_offset: z.number(), end_offset: z.number(), similarity: z.number(),
}), `
  select w.chunk_id, w.start_offset, w.end_offset, -(w.embedding <#> $3::halfvec) as similarity
  from chunk_window w
  where w.workspace_id = $1 and w.model = $2 and w.chunk_id = any ($4::uuid[])
  order by w.chunk_id, w.ordinal
`);
