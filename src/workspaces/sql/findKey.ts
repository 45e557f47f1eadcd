import { z } from 'zod';
import { statement } from '../../db/statement.ts';
import { keyRow } from './keyRow.ts';

/** A key with the hash of its secret. Values: workspace, key. */
export const findKey = statement('workspaces.findKey', keyRow.extend({ secret_hash: z.instanceof(Buffer) }), `
  select key_id, name, role, access_groups, created_at, revoked_at, secret_hash from api_key where workspace_id = $1 and key_id = $2
`);
