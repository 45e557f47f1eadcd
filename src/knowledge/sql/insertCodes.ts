import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The signs of the vectors of chunks' windows, eight windows a row. Values: workspace, model fingerprint, chunk ids. */
export const insertCodes = statement('knowledge.insertCodes', z.object({}), `
  insert into chunk_code (workspace_id, chunk_id, model, part, code_0, code_1, code_2, code_3, code_4, code_5, code_6, code_7)
  select $1, w.chunk_id, $2, w.ordinal / 8,
    (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 0))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 1))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 2))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 3))[1],
    (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 4))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 5))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 6))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 7))[1]
  from chunk_window w
  where w.workspace_id = $1 and w.model = $2 and w.chunk_id = any ($3::uuid[])
  group by w.chunk_id, w.ordinal / 8
  on conflict (workspace_id, chunk_id, model, part) do nothing
`);
