import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The texts of all chunks in a stable order, a page at a time. Values: workspace, chunk id to go on after, limit. */
export const listChunkTexts = statement('knowledge.listChunkTexts', z.object({ chunk_id: z.string(), body: z.string() }), `
  select chunk_id, body from chunk_text
  where workspace_id = $1 and ($2::uuid is null or chunk_id > $2)
  order by chunk_id
  limit $3
`);
