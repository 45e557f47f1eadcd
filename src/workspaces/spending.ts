import type { Database, Transaction } from '../db/database.ts';
import { isUuid, newId } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import {
  checkAllowance,
  grantTokens,
  inWindow,
  windowStart,
  type Allowance,
  type AllowanceRequest,
} from './allowance.ts';
import type { Caller } from './caller.ts';
import { findKey } from './keys.sql.ts';
import {
  type AllowanceRow,
  insertReservation,
  isBounded,
  listAllowances,
  listReservations,
  lockAllowances,
  removeAllowance,
  removeExpiredReservations,
  removeReservation,
  setAllowance,
  spendAllowances,
} from './spending.sql.ts';

type Asker = Pick<Caller, 'workspaceId' | 'keyId'>;

/** What one question may use. */
export interface Reservation {
  /** Null: nothing was reserved, because no tokens were wanted. */
  readonly id: string | null;
  readonly tokens: number;
}

export interface Spending {
  /** All of the workspace. */
  list(workspaceId: string): Promise<readonly Allowance[]>;
  /** Null where it was taken away. @throws BAD_INPUT, NOT_FOUND for a key that the workspace does not have */
  set(workspaceId: string, request: AllowanceRequest): Promise<Allowance | null>;
  /** Whether anything bounds the asker. */
  isBounded(asker: Asker): Promise<boolean>;
  /**
   * Counts a question, and sets tokens aside for it.
   * One that is never settled is charged whole once `holdMillis` are over.
   * @throws OVERLOADED, BUDGET_EXCEEDED
   */
  reserve(asker: Asker, tokens: number, holdMillis: number): Promise<Reservation>;
  /** Charges what was used in place of what was reserved. Twice is once. */
  settle(asker: Asker, reservation: Reservation, tokens: number): Promise<void>;
}

/** The database is asked before the question begins, so that no budget of its own bounds it. */
const reserveMillis = 5_000;

export function createSpending(database: Database): Spending {
  return {
    list: async (workspaceId) => {
      const rows = await database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(listAllowances, [workspaceId]),
      );
      const now = new Date();
      return rows.map((row) => inWindow(toAllowance(workspaceId, row), now));
    },
    set: (workspaceId, request) =>
      database.inWorkspace(workspaceId, (transaction) => change(transaction, workspaceId, request)),
    isBounded: async ({ workspaceId, keyId }) => {
      const [found] = await database.inWorkspace(
        workspaceId,
        (transaction) => transaction.query(isBounded, [workspaceId, keyId]),
        { timeoutMillis: reserveMillis },
      );
      return found?.bounded ?? false;
    },
    reserve: (asker, tokens, holdMillis) =>
      database.inWorkspace(asker.workspaceId, (transaction) => reserve(transaction, asker, tokens, holdMillis), {
        timeoutMillis: reserveMillis,
      }),
    settle: async ({ workspaceId }, { id }, tokens) => {
      if (id === null) return;
      await database.inWorkspace(workspaceId, async (transaction) => {
        const now = new Date();
        const allowances = await lockAll(transaction, workspaceId, now);
        const [ended] = await transaction.query(removeReservation, [workspaceId, id]);
        if (ended) await spend(transaction, workspaceId, boundsOf(allowances, ended.holder_id), { asks: 0, tokens });
      });
    },
  };
}

async function change(
  transaction: Transaction,
  workspaceId: string,
  request: AllowanceRequest,
): Promise<Allowance | null> {
  checkAllowance(request);
  const { holderId = null, period, maxAsks = null, maxTokens = null } = request;
  if (holderId !== null) {
    const [key] = isUuid(holderId) ? await transaction.query(findKey, [workspaceId, holderId]) : [];
    if (!key) throw new CandorError('NOT_FOUND', 'This workspace has no such key.', { details: { id: holderId } });
  }
  const holder = holderId ?? workspaceId;
  if (maxAsks === null && maxTokens === null) {
    await transaction.query(removeAllowance, [workspaceId, holder, period]);
    return null;
  }
  const now = new Date();
  const values = [workspaceId, holder, period, maxAsks, maxTokens, windowStart(period, now)];
  const [row] = await transaction.query(setAllowance, values);
  return row ? inWindow(toAllowance(workspaceId, row), now) : null;
}

async function reserve(
  transaction: Transaction,
  { workspaceId, keyId }: Asker,
  wanted: number,
  holdMillis: number,
): Promise<Reservation> {
  const now = new Date();
  let allowances = await lockAll(transaction, workspaceId, now);
  const expired = await transaction.query(removeExpiredReservations, [workspaceId, now]);
  for (const { holder_id: holder, tokens } of expired) {
    const charged = boundsOf(allowances, holder);
    await spend(transaction, workspaceId, charged, { asks: 0, tokens });
    allowances = allowances.map((each) =>
      charged.includes(each) ? { ...each, usedTokens: each.usedTokens + tokens } : each,
    );
  }
  const own = boundsOf(allowances, keyId);
  const [reserved = { own: 0, total: 0 }] = await transaction.query(listReservations, [workspaceId, keyId]);
  const tokens = grantTokens(own, reserved, wanted, now);
  await spend(transaction, workspaceId, own, { asks: 1, tokens: 0 });
  if (tokens === 0) return { id: null, tokens };
  const id = newId();
  const expires = new Date(now.getTime() + holdMillis);
  await transaction.query(insertReservation, [workspaceId, id, keyId ?? workspaceId, tokens, now, expires]);
  return { id, tokens };
}

async function lockAll(transaction: Transaction, workspaceId: string, now: Date): Promise<readonly Allowance[]> {
  const rows = await transaction.query(lockAllowances, [workspaceId]);
  return rows.map((row) => inWindow(toAllowance(workspaceId, row), now));
}

/** Those of the workspace, and those of one asker. */
function boundsOf(allowances: readonly Allowance[], holder: string | null): readonly Allowance[] {
  return allowances.filter(({ holderId }) => holderId === null || holderId === holder);
}

async function spend(
  transaction: Transaction,
  workspaceId: string,
  allowances: readonly Allowance[],
  { asks, tokens }: { readonly asks: number; readonly tokens: number },
): Promise<void> {
  if (allowances.length === 0) return;
  await transaction.query(spendAllowances, [
    workspaceId,
    allowances.map(({ holderId }) => holderId ?? workspaceId),
    allowances.map(({ period }) => period),
    allowances.map(({ windowStart: start }) => start),
    allowances.map(() => asks),
    allowances.map(() => tokens),
  ]);
}

function toAllowance(workspaceId: string, row: AllowanceRow): Allowance {
  return {
    holderId: row.holder_id === workspaceId ? null : row.holder_id,
    period: row.period,
    maxAsks: row.max_asks,
    maxTokens: row.max_tokens,
    windowStart: row.window_start,
    usedAsks: row.used_asks,
    usedTokens: row.used_tokens,
  };
}
