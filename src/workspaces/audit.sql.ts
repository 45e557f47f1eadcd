import { z } from 'zod';
import { statement } from '../db/statement.ts';

/** The columns of an audit entry. */
export const auditRow = z.object({
  sequence: z.coerce.number(),
  entry: z.string(),
  hash: z.instanceof(Buffer),
  at: z.date(),
  actor_id: z.string().nullable(),
  action: z.string(),
  text_salt: z.instanceof(Buffer).nullable(),
  text: z.string().nullable(),
});

export type AuditRow = z.infer<typeof auditRow>;

/**
 * Appends entries to the workspace's chain and returns its new end. Values: workspace, and arrays of equal length:
 * entries, times, actors or nulls, actions, salts or nulls, texts or nulls.
 */
export const appendAudit = statement(
  'workspaces.appendAudit',
  z.object({ sequence: z.coerce.number(), hash: z.instanceof(Buffer) }),
  `
  select sequence, hash
  from candor_append_audit($1, $2::text[], $3::timestamptz[], $4::uuid[], $5::text[], $6::bytea[], $7::text[])
`,
);

/**
 * Selects a page of the audit, newest first. Values: workspace, before this number or null, actor or null, actions or
 * null, from or null, until or null, limit.
 */
export const listAudit = statement(
  'workspaces.listAudit',
  auditRow,
  `
  select sequence, entry, hash, at, actor_id, action, text_salt, text from audit_entry
  where workspace_id = $1
    and ($2::bigint is null or sequence < $2)
    and ($3::uuid is null or actor_id = $3)
    and ($4::text[] is null or action = any ($4))
    and ($5::timestamptz is null or at >= $5)
    and ($6::timestamptz is null or at < $6)
  order by sequence desc
  limit $7
`,
);

/** Counts the entries on all pages. Values: workspace, actor or null, actions or null, from or null, until or null. */
export const countAudit = statement(
  'workspaces.countAudit',
  z.object({ total: z.coerce.number() }),
  `
  select count(*) as total from audit_entry
  where workspace_id = $1
    and ($2::uuid is null or actor_id = $2)
    and ($3::text[] is null or action = any ($3))
    and ($4::timestamptz is null or at >= $4)
    and ($5::timestamptz is null or at < $5)
`,
);

/** Selects audit entries in the order of the chain. Values: workspace, after this number, limit. */
export const readAudit = statement(
  'workspaces.readAudit',
  auditRow,
  `
  select sequence, entry, hash, at, actor_id, action, text_salt, text from audit_entry
  where workspace_id = $1 and sequence > $2
  order by sequence
  limit $3
`,
);

/** Selects both ends of the workspace's chain. Values: workspace. */
export const findAuditHead = statement(
  'workspaces.findAuditHead',
  z.object({
    sequence: z.coerce.number(),
    hash: z.instanceof(Buffer),
    anchor_sequence: z.coerce.number(),
    anchor_hash: z.instanceof(Buffer),
  }),
  `
  select sequence, hash, anchor_sequence, anchor_hash from audit_head where workspace_id = $1
`,
);

/** Deletes the oldest entries. Values: workspace, before. */
export const pruneAudit = statement(
  'workspaces.pruneAudit',
  z.object({ removed: z.coerce.number() }),
  `
  select candor_prune_audit($1, $2) as removed
`,
);

/** Erases the texts of an actor from the audit. Values: workspace, actor. */
export const eraseAudit = statement(
  'workspaces.eraseAudit',
  z.object({ erased: z.coerce.number() }),
  `
  select candor_erase_audit($1, $2) as erased
`,
);

/** Selects for how many days the audit is kept; null: forever. Values: workspace. */
export const findAuditDays = statement(
  'workspaces.findAuditDays',
  z.object({ audit_days: z.number().nullable() }),
  `
  select audit_days from workspace where workspace_id = $1
`,
);

/** Sets for how many days the audit is kept. Values: workspace, days or null. */
export const setAuditDays = statement(
  'workspaces.setAuditDays',
  z.object({ audit_days: z.number().nullable() }),
  `
  update workspace set audit_days = $2 where workspace_id = $1 returning audit_days
`,
);
