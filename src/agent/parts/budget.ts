import type { Database } from '../../db/database.ts';
import { busyDatabase } from '../../db/takeConnection.ts';
import { CandorError } from '../../errors.ts';
import { presets } from '../../retrieval/presets.ts';
import {
  type Budget,
  budgetDefaults,
  budgetRanges,
  type BudgetSettings,
  unsetBudget,
} from '../../workspaces/settings.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { readSettings } from '../../workspaces/workspaces.ts';
import type { Reservation, Spending } from '../../workspaces/spending.ts';
import type { AskRequest, BudgetInput } from '../state/request.ts';
import type { Spent } from '../state/spent.ts';

/**
 * The budget of a request. A field that the request omits takes the workspace's default, otherwise the preset's,
 * otherwise the product's. A value above the workspace's ceiling is cut to it, and then to the product's.
 * @throws BAD_INPUT for a number that is below the range or not whole
 */
export function resolveBudget(
  input: BudgetInput = {},
  ofPreset: BudgetInput = {},
  { defaults, ceilings }: BudgetSettings = unsetBudget,
): Budget {
  const resolve = (field: keyof Budget) => {
    const value = input[field] ?? defaults[field] ?? ofPreset[field] ?? budgetDefaults[field];
    const { from, to } = budgetRanges[field];
    if (Number.isInteger(value) && value >= from) return Math.min(value, ceilings[field] ?? to, to);
    throw new CandorError('BAD_INPUT', `budget.${field} must be a whole number from ${from} to ${to}.`, {
      details: { field: `budget.${field}`, value },
    });
  };
  return { maxMillis: resolve('maxMillis'), maxRounds: resolve('maxRounds'), maxTokens: resolve('maxTokens') };
}

/** Tokens that may still be spent. */
export function tokensLeft(budget: Budget, spent: Spent): number {
  return Math.max(0, budget.maxTokens - spent.inputTokens - spent.outputTokens);
}

/** Assumes about four characters of English per token: good enough to refuse a call that cannot fit. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * Steps that are skipped when time or tokens run short, in this order: first the reranker, then the reader. The model's
 * writing goes last; without it, the answer is whole sentences of the sources. Each of the first two must leave enough
 * for the steps after it. Writing is tried with whatever is left.
 */
type OptionalStep = 'RERANK' | 'READ';

/** Milliseconds that a chat model usually needs for the steps that follow. */
const keptMillis: Readonly<Record<OptionalStep, number>> = { RERANK: 4_000, READ: 2_500 };
/** A prompt with ten passages, and the reply. */
const keptTokens = 4_000;
/**
 * The largest share of a small budget that is kept. Otherwise the optional steps would always be skipped, and a short
 * question would be answered with half of its budget unused.
 */
const mostKept = 0.5;

export interface Means {
  readonly millisLeft: number;
  readonly budget: Budget;
  readonly spent: Spent;
  /** Whether a chat model is asked afterwards. If not, nothing needs to be kept. */
  readonly chat: boolean;
}

/**
 * Why a step is skipped; null: there is enough time and there are enough tokens for it.
 * @param tokens how many of the run's tokens the step takes
 */
export function reasonToSkip(
  step: OptionalStep,
  { millisLeft, budget, spent, chat }: Means,
  tokens: number,
): 'TOKEN_BUDGET' | 'DEADLINE' | null {
  const follows = chat && budget.maxTokens > 0;
  const kept = follows && tokens > 0 ? Math.min(keptTokens, mostKept * budget.maxTokens) : 0;
  if (tokens > 0 && tokens + kept > tokensLeft(budget, spent)) return 'TOKEN_BUDGET';
  return millisLeft <= (follows ? Math.min(keptMillis[step], mostKept * budget.maxMillis) : 0) ? 'DEADLINE' : null;
}

/** US dollars per million tokens that the chat model reads and writes. */
export interface ChatPrices {
  readonly input: number;
  readonly output: number;
}

/** US dollars; null if no price is configured. */
export function costOfTokens(
  { inputTokens, outputTokens }: Pick<Spent, 'inputTokens' | 'outputTokens'>,
  prices: ChatPrices | null | undefined,
): number | null {
  return prices ? (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000 : null;
}

/** Longer than any budget lets a question take. */
const holdMillis = 130_000;

/** What a question may spend: one of the slots that the allowances grant, and tokens. */
export interface ReservedAsk {
  readonly reservation: Reservation;
  /** The request, with fewer tokens if the allowances leave fewer than it may spend. */
  readonly request: AskRequest;
}

interface ReservingParts {
  readonly database: Database;
  readonly spending: Spending;
  /** Whether anything that costs tokens is configured. */
  readonly hasChat: boolean;
}

/**
 * Counts a question against the allowances of its asker and workspace. Returns undefined if there are none.
 * @throws OVERLOADED, BUDGET_EXCEEDED, BAD_INPUT for an invalid budget; DATABASE_UNREACHABLE if the time of the question
 * ends before
 */
export async function reserveTokens(
  { database, spending, hasChat }: ReservingParts,
  caller: Caller,
  request: AskRequest,
): Promise<ReservedAsk | undefined> {
  const reserved = await withinQuestion(database, request.budget, undefined, async (signal) => {
    if (!(await spending.isBounded(caller, signal))) return undefined;
    const wanted = hasChat ? await tokensOf(database, caller, request, signal) : 0;
    return { wanted, reservation: await spending.reserve(caller, wanted, holdMillis, signal) };
  });
  if (!reserved) return undefined;
  const { wanted, reservation } = reserved;
  const { tokens } = reservation;
  return {
    reservation,
    request: tokens < wanted ? { ...request, budget: { ...request.budget, maxTokens: tokens } } : request,
  };
}

/**
 * Works for as long as the question asks for, at most. The workspace's ceiling is not known yet. The question's own time
 * is, and a stuck database must not outlive it.
 * @param spentMillis what of that time is already over
 * @throws `lateDatabase` when it is over; whatever the work throws
 */
export async function withinQuestion<T>(
  database: Pick<Database, 'isAtWork'>,
  budget: BudgetInput | undefined,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  spentMillis = 0,
): Promise<T> {
  const { from, to } = budgetRanges.maxMillis;
  // A number out of range is refused later.
  const asked = Math.min(to, Math.max(from, budget?.maxMillis ?? budgetDefaults.maxMillis)) || to;
  const began = performance.now();
  const late = AbortSignal.timeout(Math.max(1, Math.ceil(asked - spentMillis)));
  try {
    return await work(signal ? AbortSignal.any([signal, late]) : late);
  } catch (error) {
    if (!late.aborted || signal?.aborted) throw error;
    throw lateDatabase(database, performance.now() - began, error);
  }
}

/**
 * What a question ends with whose time is over before the database answered.
 * @param waitedMillis how long it waited for that answer
 */
export function lateDatabase(database: Pick<Database, 'isAtWork'>, waitedMillis: number, cause?: unknown): CandorError {
  return database.isAtWork(waitedMillis)
    ? busyDatabase('The database is at work for others, and the time of the question is over.', cause)
    : new CandorError('DATABASE_UNREACHABLE', 'The database did not answer within the time of the question.', {
        cause,
      });
}

async function tokensOf(
  database: Database,
  caller: Caller,
  { budget, preset }: AskRequest,
  signal: AbortSignal,
): Promise<number> {
  const settings = await readSettings(database, caller.workspaceId, signal);
  return resolveBudget(budget, presets[preset ?? 'CANDOR'].budget, settings.budget).maxTokens;
}
