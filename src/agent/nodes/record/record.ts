import { messageOf } from '../../../errors.ts';
import { toRun } from '../../toRun.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';

/** Stores the whole run. A run that cannot be stored is still answered, and says so in `degraded`. */
export function recordNode(parts: AgentParts): Node {
  return async (state) => {
    try {
      await parts.saveRun(state.request.workspaceId, toRun(state, parts));
      return {};
    } catch (error) {
      parts.log.error('run not recorded', { runId: state.request.runId, error: messageOf(error) });
      const degradation = { part: 'RECORD', message: messageOf(error) } as const;
      return { degraded: [degradation], ...(state.outcome ? { outcome: { ...state.outcome, degraded: [...state.outcome.degraded, degradation] } } : {}) };
    }
  };
}
