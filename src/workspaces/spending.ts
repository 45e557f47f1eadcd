import type { Database, Transaction } from '../db/database.ts';
import { isUuid, newId } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
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

/** Windows in UTC: each begins at the full minute, at midnight, or on the first of the month. */
export type Period = 'MINUTE' | 'DAY' | 'MONTH';

export const periods = ['MINUTE', 'DAY', 'MONTH'] as const satisfies readonly Period[];

/** What a holder may spend in a window, and has spent. */
export interface Allowance {
  /** The key or person; null: the whole workspace. */
  readonly holderId: string | null;
  readonly period: Period;
  /** Null: no limit. */
  readonly maxAsks: number | null;
  readonly maxTokens: number | null;
  readonly windowStart: Date;
  /** The end of the window, exclusive. */
  readonly renewsAt: Date;
  readonly usedAsks: number;
  readonly usedTokens: number;
}

/** The limits to set. A limit that is left out or null is none; an allowance without limits is removed. */
export interface AllowanceRequest {
  readonly holderId?: string | null | undefined;
  readonly period: Period;
  readonly maxAsks?: number | null | undefined;
  readonly maxTokens?: number | null | undefined;
}

/** More than any real spending, and still an exact number. */
const maxAllowance = 1_000_000_000_000;

export function windowStart(period: Period, now: Date): Date {
  const start = new Date(now);
  start.setUTCSeconds(0, 0);
  if (period === 'MINUTE') return start;
  start.setUTCHours(0, 0);
  if (period === 'MONTH') start.setUTCDate(1);
  return start;
}

export function windowEnd(period: Period, now: Date): Date {
  const end = windowStart(period, now);
  if (period === 'MINUTE') end.setUTCMinutes(end.getUTCMinutes() + 1);
  else if (period === 'DAY') end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** Returns the allowance in the current window, with nothing spent if its own window is over. */
function inWindow(allowance: Allowance, now: Date): Allowance {
  const start = windowStart(allowance.period, now);
  return start.getTime() === allowance.windowStart.getTime()
    ? allowance
    : { ...allowance, windowStart: start, renewsAt: windowEnd(allowance.period, now), usedAsks: 0, usedTokens: 0 };
}

/** Tokens that running questions may still use: those of the asker, and those of the whole workspace. */
interface Reserved {
  readonly own: number;
  readonly total: number;
}

/**
 * Returns how many of the wanted tokens a question gets within every allowance: fewer, if less is left.
 * @param allowances those of the asker and of the workspace, in their windows
 * @throws OVERLOADED for a limit by the minute, BUDGET_EXCEEDED for any other, both with `details.retryAfterSeconds`
 */
function grantTokens(allowances: readonly Allowance[], reserved: Reserved, wanted: number, now: Date): number {
  let granted = wanted;
  for (const allowance of allowances) {
    const { holderId, maxAsks, maxTokens, usedAsks, usedTokens } = allowance;
    if (maxAsks !== null && usedAsks + 1 > maxAsks) throw spent(allowance, 'ASKS', maxAsks, now);
    if (maxTokens === null || wanted === 0) continue;
    const left = maxTokens - usedTokens - (holderId === null ? reserved.total : reserved.own);
    if (left <= 0) throw spent(allowance, 'TOKENS', maxTokens, now);
    granted = Math.min(granted, left);
  }
  return granted;
}

const periodWord: Readonly<Record<Period, string>> = { MINUTE: 'a minute', DAY: 'a day', MONTH: 'a month' };

function spent({ holderId, period }: Allowance, unit: 'ASKS' | 'TOKENS', limit: number, now: Date): CandorError {
  const retryAfterSeconds = Math.max(1, Math.ceil((windowEnd(period, now).getTime() - now.getTime()) / 1_000));
  const whose = holderId === null ? 'This workspace' : 'This key';
  const what = unit === 'ASKS' ? 'questions' : 'model tokens';
  return new CandorError(
    period === 'MINUTE' ? 'OVERLOADED' : 'BUDGET_EXCEEDED',
    `${whose} has used its ${limit.toLocaleString('en')} ${what} ${periodWord[period]}. Try again in ${retryAfterSeconds} s.`,
    { details: { scope: holderId === null ? 'WORKSPACE' : 'KEY', unit, period, limit, retryAfterSeconds } },
  );
}

/** @throws BAD_INPUT */
function checkAllowance({ maxAsks, maxTokens }: AllowanceRequest): void {
  for (const [field, value] of Object.entries({ maxAsks, maxTokens })) {
    if (value === null || value === undefined) continue;
    if (!Number.isInteger(value) || value < 0 || value > maxAllowance)
      throw new CandorError('BAD_INPUT', `${field} must be a whole number from 0 to ${maxAllowance}.`, {
        details: { field, value },
      });
  }
}

type Asker = Pick<Caller, 'workspaceId' | 'keyId'>;

/** The tokens that one question may use. */
export interface Reservation {
  /** Null: nothing was reserved, because no tokens were wanted. */
  readonly id: string | null;
  readonly tokens: number;
}

export interface Spending {
  /** Returns all allowances of the workspace. */
  list(workspaceId: string): Promise<readonly Allowance[]>;
  /**
   * Returns null if the allowance was removed. @throws BAD_INPUT, NOT_FOUND for a key that the workspace does not have
   */
  set(workspaceId: string, request: AllowanceRequest): Promise<Allowance | null>;
  /** Whether any limit applies to the asker. */
  isBounded(asker: Asker, signal?: AbortSignal): Promise<boolean>;
  /**
   * Counts a question, and reserves tokens for it. A reservation that is never settled is charged in full after
   * `holdMillis`.
   * @throws OVERLOADED, BUDGET_EXCEEDED
   */
  reserve(asker: Asker, tokens: number, holdMillis: number, signal?: AbortSignal): Promise<Reservation>;
  /** Charges the used tokens in place of the reserved ones. A second call has no effect. */
  settle(asker: Asker, reservation: Reservation, tokens: number): Promise<void>;
}

/** For whoever has no deadline of its own. */
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
    isBounded: async ({ workspaceId, keyId }, signal) => {
      const [found] = await database.inWorkspace(
        workspaceId,
        (transaction) => transaction.query(isBounded, [workspaceId, keyId]),
        { timeoutMillis: reserveMillis, signal },
      );
      return found?.bounded ?? false;
    },
    reserve: (asker, tokens, holdMillis, signal) =>
      database.inWorkspace(asker.workspaceId, (transaction) => reserve(transaction, asker, tokens, holdMillis), {
        timeoutMillis: reserveMillis,
        signal,
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

/** Returns the allowances of the workspace and those of one asker. */
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
    renewsAt: windowEnd(row.period, row.window_start),
    usedAsks: row.used_asks,
    usedTokens: row.used_tokens,
  };
}
