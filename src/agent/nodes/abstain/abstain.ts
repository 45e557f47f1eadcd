import { askModel, costOf, type ModelReply } from '../../askModel.ts';
import { addSpent } from '../../budget.ts';
import { isInCatalogue } from '../../catalogue/catalogue.ts';
import { fill, say, unfilled, type Saying } from '../../catalogue/say.ts';
import { finish } from '../../finish.ts';
import { spokenLanguage } from '../../languages.ts';
import { nextStepSaying } from '../../messages.ts';
import { nextSteps, ownerOfNearest, shownNearest } from '../../nextSteps.ts';
import type { Node, NodeContext } from '../../node.ts';
import type { AbstentionReason, NextStep } from '../../outcome.ts';
import type { AgentParts } from '../../parts.ts';
import type { AskState } from '../../state.ts';
import { translateOutput } from './output.ts';
import { translatePrompt } from './prompt.ts';

/** Below this share of the question's idf mass in the best passage the documents are about other things. */
const outOfScopeCoverage = 0.25;
/** A refusal with five steps has 800 characters; scripts that models have few tokens for take one a character. */
const maxOutputTokens = 1_000;

/** Refuses with the nearest passages and what to do next, in the asker's language. A model is called for a language that the catalogue lacks, and for nothing else. */
export function abstainNode(parts: AgentParts): Node {
  return async (state, context) => {
    const reason = reasonOf(state);
    const steps = nextSteps(state, reason, await ownerOfNearest(parts, state, reason, context));
    const language = spokenLanguage(state);
    // What a model said is missing stays in the run: nobody has proven its words.
    const sayings: Saying[] = [{ keys: [reason], values: {} }, ...steps.map(nextStepSaying)];
    const reply = await translate(parts, state, context, sayings, language);
    const [message = '', ...texts] = sayings.map((saying, position) => (reply?.kind === 'VALUE' ? fill(reply.value.texts[position] ?? '', saying.values, language) : say(saying, language)));
    const cost = costOf(reply);
    const tier = state.tier === 'VERIFICATION_FAILED' ? state.tier : 'NO_MATCH';
    const core = finish({ ...state, tier, spent: addSpent(state.spent, cost.spent), degraded: [...state.degraded, ...cost.degraded] });
    context.note({ reason, language, steps: steps.map((step) => step.kind) });
    return {
      ...cost,
      tier,
      outcome: {
        ...core, type: 'Abstention', reason, message, nearest: state.evidence.passages.slice(0, shownNearest),
        nextSteps: steps.map(({ kind, unknown, nearby, filterField, owner }, position): NextStep => ({ kind, text: texts[position] ?? '', terms: [...unknown, ...nearby], filterField, owner })),
      },
    };
  };
}

function reasonOf(state: AskState): AbstentionReason {
  const reason = state.abstentionReason ?? 'WEAK_EVIDENCE';
  if (reason === 'WEAK_EVIDENCE' && lostModel(state)) return 'MODEL_UNAVAILABLE';
  const coverage = Math.max(0, ...state.evidence.passages.map((passage) => passage.coverage));
  return reason === 'WEAK_EVIDENCE' && state.evidence.idf.length > 0 && coverage < outOfScopeCoverage ? 'OUT_OF_SCOPE' : reason;
}

/** A model was needed and could not be reached: with it there might have been more. */
function lostModel({ degraded, evidence }: AskState): boolean {
  return evidence.passages.length > 0 && degraded.some(({ part, code }) => (part === 'CHAT_MODEL' || part === 'VECTOR_ARM') && code === 'MODEL_UNAVAILABLE');
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The refusal by the model, where the catalogue lacks the language. A model that failed in this run is not asked again. */
async function translate(parts: AgentParts, state: AskState, context: NodeContext, sayings: readonly Saying[], language: string): Promise<ModelReply<{ texts: string[] }> | undefined> {
  const name = names.of(language.split('-')[0] ?? '');
  if (isInCatalogue(language) || name === undefined || state.degraded.some((entry) => entry.part === 'CHAT_MODEL')) return undefined;
  const texts = sayings.map((saying) => unfilled(saying, 'en'));
  return askModel(parts, state, context, translatePrompt(texts, `${name} (${language})`), { schema: translateOutput(texts), maxOutputTokens });
}
