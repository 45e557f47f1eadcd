import type { Database, Transaction } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { findFirstTooMany, findRunRetention, removeRuns, setRunRetention } from './runs.sql.ts';

/** How long a workspace keeps its runs. */
export interface RunRetention {
  readonly days: number;
  readonly count: number;
}

/**
 * What a workspace keeps that has set nothing: a year, and no more than some 3 GB (29 kB each, docs/scaling.md).
 */
export const defaultRetention: RunRetention = { days: 365, count: 100_000 };
const most: RunRetention = { days: 36_500, count: 1_000_000_000 };

const dayMillis = 86_400_000;
/** Of one transaction: the embedded database answers nobody meanwhile. */
const batchSize = 200;

export async function readRunRetention(database: Database, workspaceId: string): Promise<RunRetention> {
  const [row] = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(findRunRetention, { workspaceId }),
    { readOnly: true },
  );
  return { days: row?.run_days ?? defaultRetention.days, count: row?.run_count ?? defaultRetention.count };
}

/** What is left out stays; null is the default. */
export type RunRetentionChange = { readonly [Name in keyof RunRetention]?: number | null | undefined };

/**
 * Sets what is given. What is beyond it goes with the next purge.
 * @throws BAD_INPUT; NOT_FOUND for a workspace that is not there
 */
export async function changeRunRetention(
  database: Database,
  workspaceId: string,
  change: RunRetentionChange,
): Promise<RunRetention> {
  await database.inWorkspace(workspaceId, (transaction) => keepRunsFor(transaction, workspaceId, change));
  return readRunRetention(database, workspaceId);
}

/** The same in a transaction. @throws BAD_INPUT; NOT_FOUND for a workspace that is not there */
export async function keepRunsFor(
  transaction: Transaction,
  workspaceId: string,
  change: RunRetentionChange,
): Promise<void> {
  for (const field of ['days', 'count'] as const) {
    const value = change[field] ?? 1;
    if (!Number.isInteger(value) || value < 1 || value > most[field])
      throw new CandorError('BAD_INPUT', `${field} must be a whole number from 1 to ${most[field]}.`, {
        details: { field, value },
      });
  }
  const [now] = await transaction.query(findRunRetention, { workspaceId });
  const days = change.days === undefined ? (now?.run_days ?? null) : change.days;
  const count = change.count === undefined ? (now?.run_count ?? null) : change.count;
  const [row] = await transaction.query(setRunRetention, { workspaceId, days, count });
  if (!row) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
}

/** Removes the runs that are older, or more, than their workspace keeps. Returns their number. */
export async function purgeRuns(database: Database, workspaceId: string, now: Date = new Date()): Promise<number> {
  const { days, count } = await readRunRetention(database, workspaceId);
  const tooOld = new Date(now.getTime() - days * dayMillis);
  const [tooMany] = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(findFirstTooMany, { workspaceId, count }),
    { readOnly: true },
  );
  const until = tooMany && tooMany.created_at > tooOld ? tooMany.created_at : tooOld;
  let removed = 0;
  for (;;) {
    const batch = await database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(removeRuns, { workspaceId, until, limit: batchSize }),
    );
    removed += batch.length;
    if (batch.length < batchSize) return removed;
  }
}
