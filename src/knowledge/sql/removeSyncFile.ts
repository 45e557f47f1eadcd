import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Forgets a file of a source, with its links to documents. Values: workspace, source, path. */
export const removeSyncFile = statement('knowledge.removeSyncFile', z.object({}), `
  delete from sync_file where workspace_id = $1 and source_id = $2 and path = $3
`);
