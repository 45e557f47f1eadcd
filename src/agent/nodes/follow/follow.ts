import { bridgeOf } from '../../question/bridge.ts';
import { fillIn } from '../../question/chainQuestion.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import { notRead } from '../../evidence/readEvidence.ts';
import { tasksOf } from '../../question/searchTask.ts';
import { rankEvidence } from '../../evidence/sentenceEvidence.ts';

/** Asks what waited for another look-up, in the words of what that one found. Nothing found leaves it unasked. */
export function followNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { plan, request, partEvidence } = state;
    const filled = await Promise.all(
      (plan?.dependent ?? []).map(async (dependent) => {
        const first = partEvidence.find(({ query }) => query === dependent.after);
        const answer = first
          ? bridgeOf(dependent.after, await rankEvidence(parts, request.workspaceId, first, notRead, context.signal))
          : null;
        return answer === null ? [] : [fillIn(dependent, answer)];
      }),
    );
    const queries = filled.flat();
    context.note({ queries });
    // A first look-up alone says nothing about the whole.
    return queries.length === 0
      ? { followed: true, tasks: [], partEvidence: [] }
      : { followed: true, following: true, tasks: tasksOf(request, queries, 'PART') };
  };
}
