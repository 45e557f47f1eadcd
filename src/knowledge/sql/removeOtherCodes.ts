import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes the codes of every model but one. Values: workspace, model fingerprint. */
export const removeOtherCodes = statement('knowledge.removeOtherCodes', z.object({}), `
  delete from chunk_code where workspace_id = $1 and model <> $2
`);
