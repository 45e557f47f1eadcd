import { CandorError } from '../errors.ts';
import { shippedScale } from '../confidence/scale.ts';
import { budgetDefaults, budgetRanges } from '../workspaces/budget.ts';
import { gateDefault } from '../workspaces/gate.ts';
import { readSettings } from '../workspaces/settings.ts';
import { resolveBudget } from './budget.ts';
import { gatedScale } from './gatedScale.ts';
import { languagesOf } from './languages.ts';
import type { AgentParts } from './parts.ts';
import type { AskRequest } from './request.ts';
import type { ResolvedRequest } from './state.ts';

/** The last step of resolving a request, when its run has begun: it reads the database, whose faults are events of the run and not thrown. */
export type BindRequest = (request: ResolvedRequest, signal: AbortSignal) => Promise<ResolvedRequest>;

/**
 * Budget, gate and calibration of its workspace. One keyed read for the first two (1.0 ms embedded, like every other read) and nothing kept: a change holds for the next question.
 * @param asked the limits and the caution as they came with the request
 */
export function byWorkspace(parts: AgentParts, asked: Pick<AskRequest, 'budget' | 'caution'>): BindRequest {
  return async (request, signal) => {
    // What the workspace allows is not known yet; the question's own time is, and a database that is stuck must not outlive it.
    const { from, to } = budgetRanges.maxMillis;
    const late = AbortSignal.timeout(Math.min(to, Math.max(from, asked.budget?.maxMillis ?? budgetDefaults.maxMillis)) || to);
    const stop = AbortSignal.any([signal, late]);
    try {
      const { budget, gate } = await readSettings(parts.database, request.workspaceId, stop);
      const bound = { ...request, budget: resolveBudget(asked.budget, request.preset.budget, budget), gate: asked.caution ?? gate ?? gateDefault };
      return await onItsScale(parts, bound, stop);
    } catch (error) {
      if (!late.aborted || signal.aborted) throw error;
      throw new CandorError('DATABASE_UNREACHABLE', 'The database did not answer within the time of the question.', { cause: error });
    }
  };
}

/** With the scale that its workspace's confidence is read on, for the language that it is asked in, and its own gate there. An activated calibration holds for the next question. */
export async function onItsScale({ scaleFor }: Pick<AgentParts, 'scaleFor'>, request: ResolvedRequest, signal: AbortSignal | undefined): Promise<ResolvedRequest> {
  const [language = 'en'] = languagesOf(request, request.question);
  const scale = scaleFor ? await scaleFor({ workspaceId: request.workspaceId, preset: request.preset.name, language }, signal) : shippedScale;
  return { ...request, scale: gatedScale(request.preset, scale, request.gate) };
}
