import { z } from 'zod';
import { statement } from '../db/statement.ts';

const count = z.coerce.number();

/** The columns of an allowance; bigint arrives as text. */
export const allowanceRow = z.object({
  holder_id: z.string(),
  period: z.enum(['MINUTE', 'DAY', 'MONTH']),
  max_asks: count.nullable(),
  max_tokens: count.nullable(),
  window_start: z.date(),
  used_asks: count,
  used_tokens: count,
});

export type AllowanceRow = z.infer<typeof allowanceRow>;

/** Selects all allowances of a workspace. Values: workspace. */
export const listAllowances = statement(
  'workspaces.listAllowances',
  allowanceRow,
  `
  select holder_id, period, max_asks, max_tokens, window_start, used_asks, used_tokens from allowance where workspace_id = $1
  order by holder_id, period
`,
);

/**
 * Locks all allowances of a workspace in a fixed order: its askers take turns, and no two deadlock. Values: workspace.
 */
export const lockAllowances = statement(
  'workspaces.lockAllowances',
  allowanceRow,
  `
  select holder_id, period, max_asks, max_tokens, window_start, used_asks, used_tokens from allowance
  where workspace_id = $1
  order by holder_id, period
  for update
`,
);

/**
 * Sets what a holder may spend in a period, without changing what it has spent. Values: workspace, holder, period, asks
 * or null, tokens or null, start of the window.
 */
export const setAllowance = statement(
  'workspaces.setAllowance',
  allowanceRow,
  `
  insert into allowance (workspace_id, holder_id, period, max_asks, max_tokens, window_start, used_asks, used_tokens)
  values ($1, $2, $3, $4, $5, $6, 0, 0)
  on conflict (workspace_id, holder_id, period) do update set max_asks = excluded.max_asks, max_tokens = excluded.max_tokens
  returning holder_id, period, max_asks, max_tokens, window_start, used_asks, used_tokens
`,
);

/** Removes a limit. Values: workspace, holder, period. */
export const removeAllowance = statement(
  'workspaces.removeAllowance',
  z.object({ holder_id: z.string() }),
  `
  delete from allowance where workspace_id = $1 and holder_id = $2 and period = $3 returning holder_id
`,
);

/**
 * Adds to what the allowances of an asker have spent; a new window starts at zero. Values: workspace, and five arrays
 * of equal length: holders, periods, starts of their windows, asks, tokens.
 */
export const spendAllowances = statement(
  'workspaces.spendAllowances',
  z.object({}),
  `
  update allowance a set
    used_asks = case when a.window_start = s.window_start then a.used_asks else 0 end + s.asks,
    used_tokens = case when a.window_start = s.window_start then a.used_tokens else 0 end + s.tokens,
    window_start = s.window_start
  from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::bigint[], $6::bigint[]) as s (holder_id, period, window_start, asks, tokens)
  where a.workspace_id = $1 and a.holder_id = s.holder_id and a.period = s.period
`,
);

/**
 * Whether any limit applies to an asker. It locks nothing, because it runs with each question. Values: workspace, asker
 * or null.
 */
export const isBounded = statement(
  'workspaces.isBounded',
  z.object({ bounded: z.boolean() }),
  `
  select exists (select 1 from allowance where workspace_id = $1 and holder_id in ($1, $2::uuid)) as bounded
`,
  { prepared: true },
);

/** Reserves tokens for a question. Values: workspace, reservation, asker, tokens, now, expires. */
export const insertReservation = statement(
  'workspaces.insertReservation',
  z.object({}),
  `
  insert into reservation (workspace_id, reservation_id, holder_id, tokens, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
`,
);

/** Returns the reserved tokens of all askers, and how many of them one asker has. Values: workspace, asker or null. */
export const listReservations = statement(
  'workspaces.listReservations',
  z.object({ total: z.coerce.number(), own: z.coerce.number() }),
  `
  select coalesce(sum(r.tokens), 0)::bigint as total, coalesce(sum(r.tokens) filter (where r.holder_id = $2), 0)::bigint as own
  from reservation r where r.workspace_id = $1
`,
);

/** Ends a reservation; no row if it has expired. Values: workspace, reservation. */
export const removeReservation = statement(
  'workspaces.removeReservation',
  z.object({ holder_id: z.string(), created_at: z.date() }),
  `
  delete from reservation where workspace_id = $1 and reservation_id = $2 returning holder_id, created_at
`,
);

/** Ends reservations that were not settled in time. Values: workspace, now. */
export const removeExpiredReservations = statement(
  'workspaces.removeExpiredReservations',
  z.object({ holder_id: z.string(), tokens: z.coerce.number(), created_at: z.date() }),
  `
  delete from reservation where workspace_id = $1 and expires_at <= $2 returning holder_id, tokens, created_at
`,
);
