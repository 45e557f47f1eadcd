import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Ends a key; an ended one keeps its first time. Values: workspace, key, now. */
export const revokeKey = statement('workspaces.revokeKey', z.object({ key_id: z.string() }), `
  update api_key set revoked_at = coalesce(revoked_at, $3) where workspace_id = $1 and key_id = $2
  returning key_id
`);
