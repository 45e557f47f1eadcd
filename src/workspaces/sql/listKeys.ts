import { statement } from '../../db/statement.ts';
import { keyRow } from './keyRow.ts';

/** All keys of a workspace, newest first. Values: workspace. */
export const listKeys = statement('workspaces.listKeys', keyRow, `
  select key_id, name, role, access_groups, created_at, revoked_at from api_key where workspace_id = $1
  order by created_at desc, key_id
`);
