import type { Database } from '../db/database.ts';
import { readBudget } from '../workspaces/workspaceBudget.ts';
import { resolveBudget } from './budget.ts';
import { languagesOf } from './languages.ts';
import type { AgentParts } from './parts.ts';
import type { BudgetInput } from './request.ts';
import type { ResolvedRequest } from './state.ts';

/** The last step of resolving a request, when its run has begun: it reads the database, whose faults are events of the run and not thrown. */
export type BindRequest = (request: ResolvedRequest, signal: AbortSignal) => Promise<ResolvedRequest>;

/**
 * Gives a request the budget of its workspace. One keyed read (1.0 ms embedded, like every other read) and nothing kept: a changed budget holds for the next question.
 * @param asked the limits as they came with the request
 */
export function byWorkspaceBudget(database: Database, asked: BudgetInput | undefined): BindRequest {
  return async (request, signal) => ({ ...request, budget: resolveBudget(asked, request.preset.budget, await readBudget(database, request.workspaceId, signal)) });
}

/** Budget and calibration of its workspace. */
export function byWorkspace(parts: AgentParts, asked: BudgetInput | undefined): BindRequest {
  const byBudget = byWorkspaceBudget(parts.database, asked);
  return async (request, signal) => onItsScale(parts, await byBudget(request, signal), signal);
}

/** With the scale that its workspace's confidence is read on, for the language that it is asked in. An activated calibration holds for the next question. */
export async function onItsScale({ scaleFor }: Pick<AgentParts, 'scaleFor'>, request: ResolvedRequest, signal: AbortSignal | undefined): Promise<ResolvedRequest> {
  const [language = 'en'] = languagesOf(request, request.question);
  return scaleFor ? { ...request, scale: await scaleFor({ workspaceId: request.workspaceId, preset: request.preset.name, language }, signal) } : request;
}
