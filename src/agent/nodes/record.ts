import { messageOf } from '../../errors.ts';
import type { AgentParts, Node } from '../node.ts';
import type { Outcome } from '../outcome.ts';
import { saveInTime, toRun } from '../runs/recordRun.ts';
import { costOfTokens } from '../budget.ts';

/**
 * Stores the whole run. A run that cannot be stored is still answered, and says so in `degraded`. The cost of the
 * tokens is computed here, where every path through the graph ends, so no other node needs to know the prices.
 */
export function recordNode(parts: AgentParts): Node {
  return async (state, context) => {
    const outcome = state.outcome && priced(state.outcome, parts);
    if (state.request.dryRun) return { outcome };
    const { workspaceId } = state.request;
    const run = toRun({ ...state, outcome }, parts);
    parts.countRun?.(workspaceId, run);
    try {
      await saveInTime(parts.saveRun(workspaceId, run), context.millisLeft);
      return { outcome };
    } catch (error) {
      parts.log.error('run not recorded', { runId: state.request.runId, error: messageOf(error) });
      const degradation = { part: 'RECORD', message: messageOf(error) } as const;
      return {
        degraded: [degradation],
        outcome: outcome && { ...outcome, degraded: [...outcome.degraded, degradation] },
      };
    }
  };
}

function priced(outcome: Outcome, { chatPrices }: Pick<AgentParts, 'chatPrices'>): Outcome {
  return { ...outcome, usage: { ...outcome.usage, cost: costOfTokens(outcome.usage, chatPrices) } };
}
