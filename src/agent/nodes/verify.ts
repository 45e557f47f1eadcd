import { composeAnswer, type ComposedAnswer } from '../../grounding/claims/composeAnswer.ts';
import type { VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import { answerTableOf } from '../../grounding/sentences/answerTable.ts';
import { shortAnswerOf } from '../../grounding/sentences/shortAnswer.ts';
import { uncertainAtMost } from '../gate/gate.ts';
import { type Node, finish } from '../node.ts';
import type { AskState, AskUpdate } from '../state.ts';
import { checked } from '../writing/locateClaims.ts';

/**
 * Checks each draft against the bytes it cites; a model's were checked, and settled by the entailment model, when it
 * wrote them: the gate needed it. Dropped claims lower the tier; nothing left is an abstention.
 */
export function verifyNode(): Node {
  return (state, context) => {
    const verified = state.drafts.map(
      (draft) =>
        state.written?.claims.find((claim) => claim.draft === draft) ?? checked(draft, state.evidence.passages),
    );
    const composed = composeAnswer(
      verified,
      state.request.askedAt,
      state.sentences.map(({ candidate }) => candidate),
    );
    context.note({ claims: composed.verification, dropped: composed.droppedClaims });
    // The answer begins with what was told while the model wrote.
    for (const claim of composed.claims.slice(state.written?.told.length ?? 0))
      context.emit({ type: 'ClaimVerified', claim });
    return concluded(
      state,
      composed,
      verified.some((claim) => isLeftOpen(state, claim)),
    );
  };
}

/** Said in words of a model's own, and neither the checks nor an entailment model are sure of it. */
function isLeftOpen({ mode }: AskState, { status, decided }: VerifiedClaim): boolean {
  return mode === 'GENERATED' && status === 'SUPPORTED' && !decided;
}

/** A page whose reading order is not sure proves its words, and not which of them belong together. */
function citesUncertainLayout({ citations }: ComposedAnswer, { evidence }: AskState): boolean {
  const uncertain = new Set(
    evidence.passages.filter(({ layout }) => layout === 'UNCERTAIN').map(({ chunkId }) => chunkId),
  );
  return citations.some(({ chunkId }) => uncertain.has(chunkId));
}

function concluded(state: AskState, composed: ComposedAnswer, isOpen: boolean): AskUpdate {
  if (composed.claims.length === 0) {
    return composed.droppedClaims.length === 0
      ? { verdict: 'ABSTAIN', tier: 'NO_MATCH', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' }
      : {
          verdict: 'ABSTAIN',
          tier: 'VERIFICATION_FAILED',
          stopReason: 'VERIFICATION_FAILED',
          abstentionReason: 'VERIFICATION_FAILED',
        };
  }
  const doubted =
    citesUncertainLayout(composed, state) ||
    state.request.preset.gate === 'ALWAYS' ||
    composed.droppedClaims.length > 0 ||
    isOpen;
  const tier = doubted ? uncertainAtMost(state.tier) : state.tier;
  const inOne = state.partSentences.length === 0 && state.conflicts.length === 0;
  return {
    tier,
    outcome: {
      ...finish({ ...state, tier }),
      ...composed,
      shortAnswer: inOne ? shortAnswerOf(state.request.question, state.sentences, composed.citations) : null,
      table: answerTableOf(composed.citations, state.evidence.passages),
      type: 'Answer',
      conflicts: state.conflicts,
      notices: [],
      curated: null,
      mode: state.mode,
    },
  };
}
