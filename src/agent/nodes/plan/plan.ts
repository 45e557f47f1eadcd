import { askModel, costOf } from '../../askModel.ts';
import { detectQuestionLanguage } from '../../../knowledge/language.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import type { Plan, QuestionKind } from '../../plan.ts';
import { splitQuestion } from '../../splitQuestion.ts';
import { planOutput } from './output.ts';
import { planPrompt } from './prompt.ts';

const smallTalk = /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|bye|goodbye|how are you|ok(?:ay)?|cheers)(?: there| everyone)?\s*[!.?,]*\s*$/i;
const joins = /\b(?:and also|as well as|compared? (?:to|with)|difference between|versus|vs\.?|both)\b/i;
const analyses = /\b(?:why|explain|compare|pros and cons|overview|summari[sz]e|how does .* work|what are the (?:steps|differences|options))\b/i;
/** A longer question, or one that joins things, is where a model may find parts that rules do not. */
const longQuestion = 25;

/** Understands the question by rules; a model is asked only for what the rules are unsure of, so that a simple look-up costs nothing. */
export function planNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { question, language } = state.request;
    const kind = kindOf(question);
    const plan: Plan = { language: language ?? detectQuestionLanguage(question), kind, strategy: state.request.preset.keywordArm === null ? 'DENSE' : 'HYBRID', queries: [question] };
    if (kind === 'SMALL_TALK') {
      context.emit({ type: 'Planned', plan });
      return { plan, queries: [], clarifyReason: 'SMALL_TALK', verdict: 'CLARIFY' };
    }
    const byRule = state.request.preset.plans ? splitQuestion(question) : [];
    const unsure = kind === 'MULTI_HOP' && byRule.length === 0 && state.request.preset.plans;
    const reply = unsure ? await askModel(parts, state, context, planPrompt(question), planOutput, 300) : undefined;
    const planned = { ...plan, queries: withParts(question, reply?.kind === 'VALUE' ? reply.value.queries : byRule) };
    context.emit({ type: 'Planned', plan: planned });
    context.note({ plan: planned });
    return {
      plan: planned,
      queries: planned.queries,
      ...costOf(reply),
    };
  };
}

/** The question stays the first query: its own evidence is what the gate judges. */
function withParts(question: string, queries: readonly string[]): string[] {
  return [...new Set([question, ...queries.map((query) => query.trim()).filter(Boolean)])].slice(0, 4);
}

/** The kind of a question, by its words. */
export function kindOf(question: string): QuestionKind {
  if (smallTalk.test(question)) return 'SMALL_TALK';
  const words = question.trim().split(/\s+/).length;
  if (joins.test(question) || words > longQuestion) return 'MULTI_HOP';
  return analyses.test(question) ? 'ANALYSIS' : 'LOOKUP';
}
