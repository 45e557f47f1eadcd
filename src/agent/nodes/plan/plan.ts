import { askModel, costOf } from '../../askModel.ts';
import { detectQuestionLanguage } from '../../../knowledge/language.ts';
import { namedFacts } from '../../../grounding/namedFacts.ts';
import { timeSpansOf } from '../../../grounding/timeSpan.ts';
import { isTimeSensitive } from '../../../retrieval/timeSensitive.ts';
import { addSpent, nothingSpent } from '../../budget.ts';
import { readTurns } from '../../conversation/readTurns.ts';
import { standaloneByModel } from '../../conversation/standaloneByModel.ts';
import { understand, type Understood } from '../../conversation/understand.ts';
import type { ResolvedRequest } from '../../state.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import type { Plan, QuestionKind, TimeScope } from '../../plan.ts';
import { splitQuestion } from '../../splitQuestion.ts';
import { planOutput } from './output.ts';
import { planPrompt } from './prompt.ts';

const smallTalk = /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|bye|goodbye|how are you|ok(?:ay)?|cheers)(?: there| everyone)?\s*[!.?,]*\s*$/i;
const compares = /\b(?:compared? (?:to|with)|differences? between|versus|vs\.?)\b/i;
const joins = /\b(?:and also|as well as|both)\b/i;
const analyses = /\b(?:why|explain|compare|pros and cons|overview|summari[sz]e|how does .* work|what are the (?:steps|differences|options))\b/i;
/** A longer question, or one that joins things, is where a model may find parts that rules do not. */
const longQuestion = 25;

/** Understands the question by rules, in the light of the turns before it; a model is asked only for what the rules are unsure of, so that a simple look-up costs nothing. */
export function planNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { turns, degraded } = await readTurns(parts, state.request, context);
    const understood = understand(state.request.asked, turns);
    const worded = understood.unsure && kindOf(state.request.asked) !== 'SMALL_TALK' ? await standaloneByModel(parts, state, context, turns, understood.standalone) : undefined;
    const question = worded?.standalone ?? understood.standalone;
    const request = { ...state.request, question, filter: { ...state.request.filter, ...understood.filter } };
    const plan = planOf(request, understood);
    const opening = { request, unresolved: understood.unresolved, degraded: [...degraded, ...costOf(worded?.reply).degraded ?? []] };
    if (plan.kind === 'SMALL_TALK') {
      context.emit({ type: 'Planned', plan });
      return { ...opening, plan, queries: [], clarifyReason: 'SMALL_TALK', verdict: 'CLARIFY' };
    }
    const byRule = request.preset.plans ? splitQuestion(question) : [];
    const unsure = joinsThings.has(kindOf(question)) && byRule.length === 0 && request.preset.plans;
    const spent = addSpent(costOf(worded?.reply).spent ?? nothingSpent, nothingSpent);
    const reply = unsure ? await askModel(parts, { ...state, request, spent: addSpent(state.spent, spent) }, context, planPrompt(question), planOutput, 300) : undefined;
    const split = reply?.kind === 'VALUE' ? reply.value.queries : byRule;
    const planned: Plan = { ...plan, queries: withParts(question, split), decidedBy: reply?.kind === 'VALUE' || question !== understood.standalone ? 'MODEL' : 'RULES' };
    context.emit({ type: 'Planned', plan: planned });
    context.note({ plan: planned, relation: understood.relation, turns: turns.length });
    return {
      ...opening,
      plan: planned,
      queries: planned.queries,
      spent: addSpent(spent, costOf(reply).spent ?? nothingSpent),
      degraded: [...opening.degraded, ...costOf(reply).degraded ?? []],
    };
  };
}

const joinsThings: ReadonlySet<QuestionKind> = new Set(['MULTI_HOP', 'COMPARISON']);

/** The plan before its parts are looked for. */
function planOf({ question, language, preset, settings }: ResolvedRequest, { relation }: Understood): Plan {
  const spoken = language ?? detectQuestionLanguage(question);
  const kind = kindOf(question);
  return {
    language: spoken, kind: relation === 'FOLLOW_UP' && kind !== 'SMALL_TALK' ? 'FOLLOW_UP' : kind, strategy: preset.keywordArm === null ? 'DENSE' : 'HYBRID', topK: settings.topK,
    standalone: question, queries: [question], facts: namedFacts(question, spoken), time: timeOf(question, spoken), decidedBy: 'RULES',
  };
}

/** A time that is named goes before "current": "the current price in 2027" is about 2027. */
function timeOf(question: string, language: string): TimeScope | null {
  const [span] = language.startsWith('en') ? timeSpansOf(question) : [];
  if (span) return { kind: 'INTERVAL', from: span.from, until: span.until, words: span.words };
  return isTimeSensitive(question, [language]) ? { kind: 'NOW', from: null, until: null, words: '' } : null;
}

/** The question stays the first query: its own evidence is what the gate judges. */
function withParts(question: string, queries: readonly string[]): string[] {
  return [...new Set([question, ...queries.map((query) => query.trim()).filter(Boolean)])].slice(0, 4);
}

/** The kind of a question, by its words. */
export function kindOf(question: string): QuestionKind {
  if (smallTalk.test(question)) return 'SMALL_TALK';
  if (compares.test(question)) return 'COMPARISON';
  const words = question.trim().split(/\s+/).length;
  if (joins.test(question) || words > longQuestion) return 'MULTI_HOP';
  return analyses.test(question) ? 'ANALYSIS' : 'LOOKUP';
}
