import type { Database } from '../../db/database.ts';
import { presets } from '../../retrieval/presets.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { readSettings } from '../../workspaces/settings.ts';
import type { Reservation, Spending } from '../../workspaces/spending.ts';
import { resolveBudget } from './budget.ts';
import type { AskRequest } from '../request.ts';

/** Longer than any budget lets a question take. */
const holdMillis = 130_000;

/** What a question may spend: a place among those that the allowances let, and tokens. */
export interface ReservedAsk {
  readonly reservation: Reservation;
  /** With fewer tokens, where the allowances leave fewer than it may spend. */
  readonly request: AskRequest;
}

export interface ReservingParts {
  readonly database: Database;
  readonly spending: Spending;
  /** Whether anything is there that costs tokens. */
  readonly hasChat: boolean;
}

/**
 * Counts a question against the allowances of its asker and workspace. Undefined where there are none.
 * @throws OVERLOADED, BUDGET_EXCEEDED, BAD_INPUT for a budget that cannot be
 */
export async function reserveTokens(
  { database, spending, hasChat }: ReservingParts,
  caller: Caller,
  request: AskRequest,
): Promise<ReservedAsk | undefined> {
  if (!(await spending.isBounded(caller))) return undefined;
  const wanted = hasChat ? await tokensOf(database, caller, request) : 0;
  const reservation = await spending.reserve(caller, wanted, holdMillis);
  const { tokens } = reservation;
  return {
    reservation,
    request: tokens < wanted ? { ...request, budget: { ...request.budget, maxTokens: tokens } } : request,
  };
}

async function tokensOf(database: Database, caller: Caller, { budget, preset }: AskRequest): Promise<number> {
  const settings = await readSettings(database, caller.workspaceId);
  return resolveBudget(budget, presets[preset ?? 'CANDOR'].budget, settings.budget).maxTokens;
}
