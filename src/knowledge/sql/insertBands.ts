import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** MinHash bands of chunks; equal bands of one chunk are one row. Values: workspace, chunk ids, hashes as decimal text. */
export const insertBands = statement('knowledge.insertBands', z.object({}), `
  insert into chunk_band (workspace_id, chunk_id, hash)
  select $1, piece.chunk_id, piece.hash::bigint
  from unnest($2::uuid[], $3::text[]) as piece (chunk_id, hash)
  on conflict (workspace_id, hash, chunk_id) do nothing
`);
