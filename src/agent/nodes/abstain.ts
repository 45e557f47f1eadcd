import { primaryLanguage } from '../../knowledge/language/language.ts';
import { languageOfConfig } from '../../knowledge/language/words.ts';
import { narrows } from '../../retrieval/filter.ts';
import { type Node } from '../parts/graphNode.ts';
import { finish } from '../state/outcomeCore.ts';
import { type AskState } from '../state/askState.ts';
import { type AgentParts } from '../parts/parts.ts';
import type { AbstentionReason, NextStep } from '../state/outcome.ts';
import { alternativesOf, isOnTopic } from '../evidence/alternatives.ts';
import { isOffTopic } from '../evidence/evidence.ts';
import { readFurther } from '../evidence/readFurther.ts';
import { suggestionOf } from '../evidence/suggestion.ts';
import { isInCatalogue, spokenLanguage, say } from '../speech/say.ts';
import { nextStepSaying } from '../speech/messages.ts';
import { nextSteps, ownerOfNearest } from '../speech/nextSteps.ts';
import { refusalMessage, refusalSaying, shownNearest } from '../speech/refusalSaying.ts';
import type { Plan } from '../state/plan.ts';
import type { EvidenceState } from '../state/evidence.ts';
import type { Degradation } from '../../retrieval/passage.ts';

/**
 * Refuses, with what may be the answer all the same, the nearest passages and what to do next, in the asker's language.
 * None of the wording is a model's.
 */
export function abstainNode(
  parts: AgentParts,
): Node<
  'request' | 'planned' | 'searches' | 'found' | 'judged' | 'decided' | 'drafted' | 'record',
  'judged' | 'outcome'
> {
  return async (before, context) => {
    const { request, planned, found, judged } = before;
    const reason = reasonOf(before);
    const tier = judged.tier === 'VERIFICATION_FAILED' ? judged.tier : 'NO_MATCH';
    const looksOn = reason !== 'OUT_OF_SCOPE' && isOnTopic(judged);
    const sentences = looksOn ? await readFurther(parts, before, context) : judged.sentences;
    const state = { ...before, judged: { ...judged, sentences } };
    // What is said must fit them.
    const alternatives = alternativesOf(state, { type: 'Abstention', tier, citations: [], reason });
    const suggestion = await suggestionOf(parts, state, { reason, alternatives }, context);
    const refusal = refusalSaying(state, reason, { alternatives, suggestion });
    const owner = await ownerOfNearest(parts, request, found.evidence, reason, context);
    const steps = nextSteps(state, reason, refusal, { owner, hasAlternatives: alternatives.length > 0 });
    const language = spokenLanguage(request, planned.plan, found.evidence);
    context.note({ reason, language, suggests: suggestion !== null, steps: steps.map((step) => step.kind) });
    return {
      judged: { tier, sentences },
      outcome: {
        ...finish(state, { tier }),
        alternatives,
        type: 'Abstention',
        reason,
        language: isInCatalogue(language) ? language : 'en',
        message: refusalMessage(refusal, language),
        suggestion,
        nearest: found.evidence.passages.slice(0, shownNearest),
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

function reasonOf({
  request,
  planned,
  found: { evidence },
  decided,
  record,
}: Pick<AskState, 'request' | 'planned' | 'found' | 'decided' | 'record'>): AbstentionReason {
  const reason = decided.abstentionReason ?? 'WEAK_EVIDENCE';
  if (reason === 'WEAK_EVIDENCE' && lostModel(record.degraded, evidence)) return 'MODEL_UNAVAILABLE';
  return reason === 'WEAK_EVIDENCE' &&
    !narrows(request.filter) &&
    isOffTopic(evidence) &&
    isInTheirLanguage(planned.plan, evidence)
    ? 'OUT_OF_SCOPE'
    : reason;
}

/** Whether the question is in the language of the documents. If it is not, nothing is near, whatever they are about. */
function isInTheirLanguage(plan: Plan | null, evidence: EvidenceState): boolean {
  const documents = languageOfConfig(evidence.searchConfig);
  return plan === null || documents === null || documents === primaryLanguage(plan.language);
}

/** Whether a model was needed and could not be reached: with it, there might have been more. */
function lostModel(degraded: readonly Degradation[], evidence: EvidenceState): boolean {
  return (
    evidence.passages.length > 0 &&
    degraded.some(({ part, code }) => (part === 'CHAT_MODEL' || part === 'VECTOR_ARM') && code === 'MODEL_UNAVAILABLE')
  );
}
