import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes the vectors of every model but one. Values: workspace, model fingerprint. */
export const removeOtherWindows = statement('knowledge.removeOtherWindows', z.object({}), `
  delete from chunk_window where workspace_id = $1 and model <> $2
`);
