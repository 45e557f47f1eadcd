import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** An API key; of its secret only the hash. Values: workspace, key, name, role, access groups or null, secret hash, created. */
export const insertKey = statement('workspaces.insertKey', z.object({}), `
  insert into api_key (workspace_id, key_id, name, role, access_groups, secret_hash, created_at) values ($1, $2, $3, $4, $5, $6, $7)
`);
