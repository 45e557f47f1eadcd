import { CandorError } from '../errors.ts';
import { shippedScale } from '../confidence/scale.ts';
import { budgetDefaults, budgetRanges } from '../workspaces/budget.ts';
import { gateDefault } from '../workspaces/gate.ts';
import { openQuestion } from '../retrieval/retrieve.ts';
import { readSettings, type WorkspaceSettings } from '../workspaces/workspaces.ts';
import { resolveBudget } from './spending/budget.ts';
import { gatedScale } from './gate/gatedScale.ts';
import { languagesOf } from './question/languages.ts';
import { kindOf } from './question/questionKind.ts';
import type { AgentParts } from './parts.ts';
import type { AskRequest } from './request.ts';
import type { ResolvedRequest } from './state.ts';

/**
 * The last step of resolving a request, when its run has begun: it reads the database, whose faults are events of the
 * run and not thrown.
 */
export type BindRequest = (request: ResolvedRequest, signal: AbortSignal) => Promise<ResolvedRequest>;

/**
 * Budget, gate and calibration of its workspace. The first two are read with each question and the third is kept while
 * they say that it is still the same: a change holds for the next question.
 * @param asked the limits and the caution as they came with the request
 */
export function byWorkspace(parts: AgentParts, asked: Pick<AskRequest, 'budget' | 'caution'>): BindRequest {
  return async (request, signal) => {
    // What the workspace allows is not known yet; the question's own time is, and a database that is stuck must not
    // outlive it.
    const { from, to } = budgetRanges.maxMillis;
    const late = AbortSignal.timeout(
      Math.min(to, Math.max(from, asked.budget?.maxMillis ?? budgetDefaults.maxMillis)) || to,
    );
    const stop = AbortSignal.any([signal, late]);
    try {
      const { budget, gate } = await openSettings(parts, request, stop);
      const bound = {
        ...request,
        budget: resolveBudget(asked.budget, request.preset.budget, budget),
        gate: asked.caution ?? gate ?? gateDefault,
      };
      return await onItsScale(parts, bound, stop);
    } catch (error) {
      if (!late.aborted || signal.aborted) throw error;
      throw new CandorError('DATABASE_UNREACHABLE', 'The database did not answer within the time of the question.', {
        cause: error,
      });
    }
  };
}

/**
 * What the workspace has set, from the transaction that searches the question by its words; one that other turns may
 * complete is not searched yet.
 */
async function openSettings(
  { openings, ...parts }: AgentParts,
  request: ResolvedRequest,
  signal: AbortSignal,
): Promise<WorkspaceSettings> {
  const isAlone = request.conversationId === null && (request.history ?? []).length === 0;
  if (!openings || !isAlone || kindOf(request.asked) === 'SMALL_TALK')
    return readSettings(parts.database, request.workspaceId, signal);
  const languages = languagesOf(request, request.question);
  const opening = openQuestion(parts, { ...request, query: request.question, languages, signal });
  openings.set(request.runId, opening);
  return opening.settings;
}

/**
 * With the scale that its workspace's confidence is read on, for the language that it is asked in, and its own gate
 * there. An activated calibration holds for the next question.
 */
export async function onItsScale(
  { scaleFor }: Pick<AgentParts, 'scaleFor'>,
  request: ResolvedRequest,
  signal: AbortSignal | undefined,
): Promise<ResolvedRequest> {
  const [language = 'en'] = languagesOf(request, request.question);
  const scale = scaleFor
    ? await scaleFor({ workspaceId: request.workspaceId, preset: request.preset.name, language }, signal)
    : shippedScale;
  return { ...request, scale: gatedScale(request.preset, scale, request.gate) };
}
