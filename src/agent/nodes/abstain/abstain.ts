import { finish } from '../../finish.ts';
import { narrows } from '../../../retrieval/filter.ts';
import { abstentionMessage, nextStepText } from '../../messages.ts';
import { rejectionMessage } from '../../rejections.ts';
import type { Node } from '../../node.ts';
import type { AbstentionReason, NextStep } from '../../outcome.ts';
import type { AskState } from '../../state.ts';

const shownNearest = 3;
/** Below this share of the question's idf mass in the best passage the documents are about other things. */
const outOfScopeCoverage = 0.25;

/** Refuses: without a model call, with the nearest passages and what to do next. */
export function abstainNode(): Node {
  return (state) => {
    const reason = reasonOf(state);
    const tier = state.tier === 'VERIFICATION_FAILED' ? state.tier : 'NO_MATCH';
    const core = finish({ ...state, tier });
    return {
      tier,
      outcome: { ...core, type: 'Abstention', reason, message: messageOf(state, reason), nextSteps: nextSteps(state, reason), nearest: state.evidence.passages.slice(0, shownNearest) },
    };
  };
}

function messageOf({ plan, request }: AskState, reason: AbstentionReason): string {
  return request.preset.localizes && reason === 'WEAK_EVIDENCE' ? rejectionMessage(plan?.language ?? 'en') : abstentionMessage(reason);
}

function reasonOf(state: AskState): AbstentionReason {
  const reason = state.abstentionReason ?? 'WEAK_EVIDENCE';
  const coverage = Math.max(0, ...state.evidence.passages.map((passage) => passage.coverage));
  return reason === 'WEAK_EVIDENCE' && state.evidence.idf.length > 0 && coverage < outOfScopeCoverage ? 'OUT_OF_SCOPE' : reason;
}

function nextSteps(state: AskState, reason: AbstentionReason): NextStep[] {
  const kinds: NextStep['kind'][] = [];
  if (narrows(state.request.filter)) kinds.push('RELAX_FILTER');
  if (reason === 'BUDGET_EXHAUSTED') kinds.push('RAISE_BUDGET');
  if (reason !== 'OUT_OF_SCOPE' && state.evidence.passages.length > 0) kinds.push('READ_NEAREST');
  kinds.push('REPHRASE', 'ADD_DOCUMENT');
  return kinds.map((kind) => ({ kind, text: nextStepText(kind) }));
}
