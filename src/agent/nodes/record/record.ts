import { CandorError, messageOf } from '../../../errors.ts';
import { costOfTokens } from '../../costOfTokens.ts';
import { toRun } from '../../toRun.ts';
import type { Node } from '../../node.ts';
import type { Outcome } from '../../outcome.ts';
import type { AgentParts } from '../../parts.ts';

/**
 * Stores the whole run. A run that cannot be stored is still answered, and says so in `degraded`. What the tokens cost is reckoned here, where every way
 * through the graph ends: no other node needs to know of prices.
 */
export function recordNode(parts: AgentParts): Node {
  return async (state, context) => {
    const outcome = state.outcome && priced(state.outcome, parts);
    if (state.request.rehearsal) return { outcome };
    try {
      await inTime(parts.saveRun(state.request.workspaceId, toRun({ ...state, outcome }, parts)), context.millisLeft + graceMillis);
      return { outcome };
    } catch (error) {
      parts.log.error('run not recorded', { runId: state.request.runId, error: messageOf(error) });
      const degradation = { part: 'RECORD', message: messageOf(error) } as const;
      return { degraded: [degradation], outcome: outcome && { ...outcome, degraded: [...outcome.degraded, degradation] } };
    }
  };
}

/** An answer that is there does not wait for a database that is stuck: with what the statement before it takes to be given up, a run ends within 250 ms of its budget. */
const graceMillis = 150;

async function inTime(saved: Promise<void>, millis: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => { reject(new CandorError('TIMEOUT', 'The run was not recorded before its time was up; it may be there later.')); }, millis);
  });
  try {
    await Promise.race([saved, late]);
  } finally {
    clearTimeout(timer);
    saved.catch(() => undefined);
  }
}

function priced(outcome: Outcome, { chatPrices }: Pick<AgentParts, 'chatPrices'>): Outcome {
  return { ...outcome, usage: { ...outcome.usage, cost: costOfTokens(outcome.usage, chatPrices) } };
}
