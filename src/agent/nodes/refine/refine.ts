import { contentStems } from '../../../grounding/checks/coverage.ts';
import { askModel, costOf } from '../../askModel.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import { refineOutput } from './output.ts';
import { refinePrompt } from './prompt.ts';

/** Far below the gate no wording helps: a refusal there costs no model call. */
const hopefulFrom = 0.25;
/** Parts that lose more of the question's words than this ask something else. */
const keptWords = 0.9;

/** Splits the question into parts for another round. Nothing to split ends the loop below the gate. */
export function refineNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { question } = state.request;
    const byRule = splitQuestion(question);
    const hopeful = (state.confidence?.value ?? 0) >= hopefulFrom;
    const reply = byRule.length === 0 && hopeful ? await askModel(parts, state, context, refinePrompt(question), refineOutput, 300) : undefined;
    const queries = reply?.kind === 'VALUE' ? checkedParts(question, reply.value.queries) : byRule;
    context.note({ queries });
    if (queries.length === 0) return { ...costOf(reply), queries, verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
    context.emit({ type: 'Refined', queries });
    return { ...costOf(reply), queries };
  };
}

/** The parts of a question that joins two by "and" or "or", each with the words that both share. Empty when it does not. */
export function splitQuestion(question: string): string[] {
  const match = /^(?<left>.{12,}?),? (?:and|but|or) (?<right>(?:how|what|when|where|who|which|why|is|are|do|does|can|will|must|may|should)\b.{6,})$/i.exec(question.trim().replace(/[?!.]+$/, ''));
  const { left, right } = match?.groups ?? {};
  return left && right ? checkedParts(question, [`${left}?`, `${right}?`]) : [];
}

/** Parts are taken only if there are two and they keep the question's words together: a dropped condition would answer another question. */
export function checkedParts(question: string, queries: readonly string[]): string[] {
  const distinct = [...new Set(queries.map((query) => query.trim()).filter((query) => query && query !== question))];
  if (distinct.length < 2) return [];
  const kept = contentStems(distinct.join(' '));
  const wanted = [...contentStems(question)];
  return wanted.filter((stem) => kept.has(stem)).length >= keptWords * wanted.length ? distinct : [];
}
