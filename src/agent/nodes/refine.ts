import { mayLift } from '../gate/decide.ts';
import type { Gap, RefineStrategy } from '../gate/reflection.ts';
import type { Node } from '../node.ts';
import type { AgentParts } from '../parts.ts';
import { searchesOf, strategiesFor } from '../question/refinements.ts';
import type { AskState, AskUpdate } from '../state.ts';

/**
 * Chooses by the gap how another round asks. No model words it: what a model's wordings brought gained nothing, even
 * from an oracle. When nothing is left to try a model may still find the answer; else the loop ends below the gate.
 */
export function refineNode(parts: Pick<AgentParts, 'chat'>): Node {
  return (state, context) => {
    const gap = state.reflections.at(-1)?.gap ?? 'WEAK';
    const passedOver: RefineStrategy[] = [];
    for (const strategy of strategiesFor(gap, state)) {
      const tasks = searchesOf(strategy, state);
      if (tasks.length > 0) {
        const queries = tasks.map(({ query }) => query);
        context.emit({ type: 'Refined', strategy, queries });
        context.note({ gap, strategy, queries });
        return { tasks, tried: [...passedOver, strategy] };
      }
      passedOver.push(strategy);
    }
    context.note({ gap, queries: [] });
    return {
      tasks: [],
      ...(parts.chat && gap !== 'NO_HITS' && mayLift(state) ? { verdict: 'WRITE' } : ended(gap, state)),
    };
  };
}

/** Nothing is left to try. */
function ended(gap: Gap, { stopReason }: AskState): AskUpdate {
  if (gap === 'NO_HITS') return { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return { verdict: 'ABSTAIN', stopReason: stopReason ?? 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
}
