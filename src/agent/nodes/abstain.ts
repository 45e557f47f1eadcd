import { primaryLanguage } from '../../knowledge/language.ts';
import { languageOfConfig } from '../../knowledge/words.ts';
import { narrows } from '../../retrieval/filter.ts';
import { type AgentParts, finish, type Node, type AskState } from '../node.ts';
import type { AbstentionReason, NextStep } from '../outcome.ts';
import { alternativesOf, isOnTopic } from '../evidence/alternatives.ts';
import { isOffTopic } from '../evidence/evidence.ts';
import { readFurther } from '../evidence/readFurther.ts';
import { spokenLanguage, say } from '../speech/say.ts';
import { nextStepSaying } from '../speech/messages.ts';
import { nextSteps, ownerOfNearest } from '../speech/nextSteps.ts';
import { refusalSaying, shownNearest } from '../speech/refusalSaying.ts';

/**
 * Refuses, with the nearest passages and what to do next, in the asker's language. None of the wording is a model's.
 */
export function abstainNode(parts: AgentParts): Node {
  return async (before, context) => {
    const reason = reasonOf(before);
    const tier = before.tier === 'VERIFICATION_FAILED' ? before.tier : 'NO_MATCH';
    const looksOn = reason !== 'OUT_OF_SCOPE' && isOnTopic(before);
    const state = looksOn ? { ...before, sentences: await readFurther(parts, before, context) } : before;
    // They are shown with the outcome, at the end of the run; what is said must fit them.
    const alternatives = alternativesOf(state, { type: 'Abstention', tier, citations: [], reason });
    const refusal = refusalSaying(state, reason, alternatives);
    const owner = await ownerOfNearest(parts, state, reason, context);
    const steps = nextSteps(state, reason, refusal, { owner, hasAlternatives: alternatives.length > 0 });
    const language = spokenLanguage(state);
    context.note({ reason, language, steps: steps.map((step) => step.kind) });
    return {
      tier,
      sentences: state.sentences,
      outcome: {
        ...finish({ ...state, tier }),
        type: 'Abstention',
        reason,
        message: say(refusal.saying, language),
        nearest: state.evidence.passages.slice(0, shownNearest),
        nextSteps: steps.map((step): NextStep => ({
          kind: step.kind,
          text: say(nextStepSaying(step), language),
          terms: [...step.unknown, ...step.nearby],
          suggestions: step.nearby,
          filterField: step.filterField,
          owner: step.owner,
        })),
      },
    };
  };
}

function reasonOf(state: AskState): AbstentionReason {
  const reason = state.abstentionReason ?? 'WEAK_EVIDENCE';
  if (reason === 'WEAK_EVIDENCE' && lostModel(state)) return 'MODEL_UNAVAILABLE';
  return reason === 'WEAK_EVIDENCE' &&
    !narrows(state.request.filter) &&
    isOffTopic(state.evidence) &&
    isInTheirLanguage(state)
    ? 'OUT_OF_SCOPE'
    : reason;
}

/** Whether the question is in the language of the documents. If it is not, nothing is near, whatever they are about. */
function isInTheirLanguage({ evidence, plan }: AskState): boolean {
  const documents = languageOfConfig(evidence.searchConfig);
  return plan === null || documents === null || documents === primaryLanguage(plan.language);
}

/** Whether a model was needed and could not be reached: with it, there might have been more. */
function lostModel({ degraded, evidence }: AskState): boolean {
  return (
    evidence.passages.length > 0 &&
    degraded.some(({ part, code }) => (part === 'CHAT_MODEL' || part === 'VECTOR_ARM') && code === 'MODEL_UNAVAILABLE')
  );
}
