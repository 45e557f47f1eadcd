import { askModel, costOf, sparingly } from '../../askModel.ts';
import { keepsFacts } from '../../keepsFacts.ts';
import type { Node, NodeContext } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import type { Gap } from '../../reflection.ts';
import { searchesOf, strategiesFor, type Refinement } from '../../refinements.ts';
import { tasksOf } from '../../searchTask.ts';
import { faithfulParts } from '../../splitQuestion.ts';
import type { AskState, AskUpdate } from '../../state.ts';
import { refineOutput } from './output.ts';
import { refinePrompt } from './prompt.ts';

/** Chooses by the gap how another round asks. When nothing is left to try the loop ends below the gate. */
export function refineNode(parts: AgentParts): Node {
  return async (state, context) => {
    const gap = state.reflections.at(-1)?.gap ?? 'WEAK';
    let cost: AskUpdate = {};
    const passedOver: Refinement['strategy'][] = [];
    for (const strategy of strategiesFor(gap, state)) {
      const taken = strategy === 'REWRITE' ? await reworded(parts, state, context) : { strategy, tasks: searchesOf(strategy, state), cost: {} };
      cost = { ...cost, ...taken.cost };
      if (taken.tasks.length > 0) {
        const queries = taken.tasks.map(({ query }) => query);
        context.emit({ type: 'Refined', strategy: taken.strategy, queries });
        context.note({ gap, strategy: taken.strategy, queries });
        return { ...cost, tasks: taken.tasks, tried: [...passedOver, strategy, taken.strategy] };
      }
      passedOver.push(strategy);
    }
    context.note({ gap, queries: [] });
    return { ...cost, tasks: [], ...ended(gap, state) };
  };
}

/** Nothing is left to try. */
function ended(gap: Gap, { stopReason }: AskState): AskUpdate {
  if (gap === 'NO_HITS') return { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return { verdict: 'ABSTAIN', stopReason: stopReason ?? 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
}

/** What a model makes of the question: its parts, else other words. Either keeps what the question names. */
async function reworded(parts: AgentParts, state: AskState, context: NodeContext): Promise<Refinement & { readonly cost: AskUpdate }> {
  const { request } = state;
  const reply = await askModel(parts, state, context, refinePrompt(request.question), refineOutput, 300, sparingly);
  const cost = costOf(reply);
  if (reply.kind !== 'VALUE') return { strategy: 'REWRITE', tasks: [], cost };
  const split = state.partEvidence.length > 0 ? [] : faithfulParts(request.question, reply.value.queries);
  if (split.length > 0) return { strategy: 'DECOMPOSE', tasks: tasksOf(request, split, 'PART'), cost };
  return { strategy: 'REWRITE', tasks: tasksOf(request, reply.value.wordings.filter((wording) => keepsFacts(request.question, wording, state.plan?.language ?? 'en')), 'WORDING'), cost };
}
