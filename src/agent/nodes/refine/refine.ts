import { askModel, costOf } from '../../askModel.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import { checkedParts, splitQuestion } from '../../splitQuestion.ts';
import { refineOutput } from './output.ts';
import { refinePrompt } from './prompt.ts';

/** Splits the question into parts for another round. Nothing to split ends the loop below the gate. */
export function refineNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { question, preset } = state.request;
    const byRule = state.partEvidence.length === 0 ? splitQuestion(question) : [];
    const hopeful = (state.confidence?.value ?? 0) >= preset.refineFrom;
    const reply = byRule.length === 0 && hopeful ? await askModel(parts, state, context, refinePrompt(question), refineOutput, 300) : undefined;
    const queries = reply?.kind === 'VALUE' ? checkedParts(question, reply.value.queries) : byRule;
    context.note({ queries });
    if (queries.length === 0) return { ...costOf(reply), queries, verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
    context.emit({ type: 'Refined', strategy: 'DECOMPOSE', queries });
    return { ...costOf(reply), queries };
  };
}
