import { CandorError } from '../errors.ts';

/** Windows of UTC: each begins anew at the full minute, at midnight, or on the first of the month. */
export type Period = 'MINUTE' | 'DAY' | 'MONTH';

export const periods = ['MINUTE', 'DAY', 'MONTH'] as const satisfies readonly Period[];

/** What somebody may spend in a window, and has spent. */
export interface Allowance {
  /** The key or person; null: the whole workspace. */
  readonly holderId: string | null;
  readonly period: Period;
  /** Null: no limit. */
  readonly maxAsks: number | null;
  readonly maxTokens: number | null;
  readonly windowStart: Date;
  readonly usedAsks: number;
  readonly usedTokens: number;
}

/** What is set: what is left out or null is no limit, and without any the allowance goes. */
export interface AllowanceRequest {
  readonly holderId?: string | null | undefined;
  readonly period: Period;
  readonly maxAsks?: number | null | undefined;
  readonly maxTokens?: number | null | undefined;
}

/** Beyond any real spending, and exact as a number. */
export const maxAllowance = 1_000_000_000_000;

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

/** With nothing spent where its window is over. */
export function inWindow(allowance: Allowance, now: Date): Allowance {
  const start = windowStart(allowance.period, now);
  return start.getTime() === allowance.windowStart.getTime()
    ? allowance
    : { ...allowance, windowStart: start, usedAsks: 0, usedTokens: 0 };
}

/** Tokens that questions at work may still use: those of the asker, and those of the whole workspace. */
export interface Reserved {
  readonly own: number;
  readonly total: number;
}

/**
 * How many of the wanted tokens a question gets within every allowance: fewer, where less is left.
 * @param allowances those of the asker and of the workspace, in their windows
 * @throws OVERLOADED for a limit by the minute, BUDGET_EXCEEDED for any other, both with `details.retryAfterSeconds`
 */
export function grantTokens(allowances: readonly Allowance[], reserved: Reserved, wanted: number, now: Date): number {
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
export function checkAllowance({ maxAsks, maxTokens }: AllowanceRequest): void {
  for (const [field, value] of Object.entries({ maxAsks, maxTokens })) {
    if (value === null || value === undefined) continue;
    if (!Number.isInteger(value) || value < 0 || value > maxAllowance)
      throw new CandorError('BAD_INPUT', `${field} must be a whole number from 0 to ${maxAllowance}.`, {
        details: { field, value },
      });
  }
}
