import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** One-bit codes that came in a transaction from `$3` on. Values: workspace, model fingerprint, transaction. */
export const readCodes = statement('retrieval.readCodes', z.object({ chunk_id: z.string(), codes: z.instanceof(Uint8Array) }), `
  select c.chunk_id, c.codes from chunk_code c where c.workspace_id = $1 and c.model = $2 and c.added >= $3::bigint
`);
