import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The one-bit codes of chunks, from their vectors. Values: workspace, model fingerprint, chunk ids. */
export const insertCodes = statement('knowledge.insertCodes', z.object({}), `
  insert into chunk_code (workspace_id, model, chunk_id, codes, added)
  select $1, $2, w.chunk_id, string_agg(candor_sign_code(w.embedding), ''::bytea order by w.ordinal), pg_current_xact_id()::text::bigint
  from chunk_window w
  where w.workspace_id = $1 and w.model = $2 and w.chunk_id = any ($3::uuid[])
  group by w.chunk_id
  on conflict (workspace_id, model, chunk_id) do nothing
`);
