import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** What was taken in from a source. Values: workspace, source. */
export const listSyncFiles = statement('knowledge.listSyncFiles', z.object({ path: z.string(), content_hash: z.string(), decision: z.string(), reason: z.string() }), `
  select path, content_hash, decision, reason from sync_file where workspace_id = $1 and source_id = $2 order by path
`);
