import { z } from 'zod';
import { roles, scopes } from './caller.ts';
import { statement } from '../db/statement.ts';

/** The columns of a key. */
export const keyRow = z.object({
  key_id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  access_groups: z.array(z.string()).nullable(),
  scopes: z.array(z.enum(scopes)).nullable(),
  origins: z.array(z.string()).nullable(),
  runs: z.enum(['OWN', 'ALL']).nullable(),
  created_at: z.date(),
  expires_at: z.date().nullable(),
  last_used_at: z.date().nullable(),
  rotated_at: z.date().nullable(),
  previous_until: z.date().nullable(),
  revoked_at: z.date().nullable(),
});

export type KeyRow = z.infer<typeof keyRow>;

/** Selects a key with the hashes of its current and previous secrets. Values: workspace, key. */
export const findKey = statement(
  'workspaces.findKey',
  keyRow.extend({ secret_hash: z.instanceof(Buffer), previous_hash: z.instanceof(Buffer).nullable() }),
  `
  select key_id, name, role, access_groups, scopes, origins, runs, created_at, expires_at, last_used_at, rotated_at, previous_until, revoked_at,
    secret_hash, previous_hash
  from api_key where workspace_id = $1 and key_id = $2
`,
  { prepared: true },
);

/** Selects all keys of a workspace, newest first. Values: workspace. */
export const listKeys = statement(
  'workspaces.listKeys',
  keyRow,
  `
  select key_id, name, role, access_groups, scopes, origins, runs, created_at, expires_at, last_used_at, rotated_at, previous_until, revoked_at
  from api_key where workspace_id = $1
  order by created_at desc, key_id
`,
);

/**
 * Stores an API key, with only the hash of its secret. Values: workspace, key, name, role, access groups or null,
 * secret hash, created, scopes or null, expires or null, origins or null, runs or null.
 */
export const insertKey = statement(
  'workspaces.insertKey',
  z.object({}),
  `
  insert into api_key (workspace_id, key_id, name, role, access_groups, secret_hash, created_at, scopes, expires_at, origins, runs)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
`,
);

/**
 * Gives an active key another secret; the previous one works until a given time. Values: workspace, key, hash of the
 * new secret, until when the old one works, now.
 */
export const rotateKey = statement(
  'workspaces.rotateKey',
  keyRow,
  `
  update api_key set previous_hash = secret_hash, previous_until = $4, secret_hash = $3, rotated_at = $5
  where workspace_id = $1 and key_id = $2 and revoked_at is null and (expires_at is null or expires_at > $5)
  returning key_id, name, role, access_groups, scopes, origins, runs, created_at, expires_at, last_used_at, rotated_at, previous_until, revoked_at
`,
);

/** Records when a key was last used. Values: workspace, key, now. */
export const touchKey = statement(
  'workspaces.touchKey',
  z.object({}),
  `
  update api_key set last_used_at = $3 where workspace_id = $1 and key_id = $2
`,
);

/** Revokes a key; a revoked key keeps its first time. Values: workspace, key, now. */
export const revokeKey = statement(
  'workspaces.revokeKey',
  keyRow,
  `
  update api_key set revoked_at = coalesce(revoked_at, $3), previous_hash = null, previous_until = null where workspace_id = $1 and key_id = $2
  returning key_id, name, role, access_groups, scopes, origins, runs, created_at, expires_at, last_used_at, rotated_at, previous_until, revoked_at
`,
);

/** Deletes a key with its name, so that nothing shows whose it was. Values: workspace, key. */
export const removeKey = statement(
  'workspaces.removeKey',
  z.object({ key_id: z.string() }),
  `
  delete from api_key where workspace_id = $1 and key_id = $2 returning key_id
`,
);
