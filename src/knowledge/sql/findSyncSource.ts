import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The synchronised source with a root. Values: workspace, root. */
export const findSyncSource = statement('knowledge.findSyncSource', z.object({ source_id: z.string() }), `
  select source_id from sync_source where workspace_id = $1 and root = $2
`);
