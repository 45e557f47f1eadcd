import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Embedded windows of chunks. Vectors come in their text form. Values: workspace, model fingerprint, chunk ids, ordinals, starts, ends, vectors. */
export const insertWindows = statement('knowledge.insertWindows', z.object({}), `
  insert into chunk_window (workspace_id, model, chunk_id, ordinal, start_offset, end_offset, embedding)
  select $1, $2, piece.chunk_id, piece.ordinal, piece.start_offset, piece.end_offset, piece.embedding::halfvec
  from unnest($3::uuid[], $4::int[], $5::int[], $6::int[], $7::text[]) as piece (chunk_id, ordinal, start_offset, end_offset, embedding)
  on conflict (workspace_id, model, chunk_id, ordinal) do nothing
`);
