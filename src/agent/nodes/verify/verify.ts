import { composeAnswer, type ComposedAnswer } from '../../../grounding/claims/composeAnswer.ts';
import { refuseForeign } from '../../../grounding/claims/refuseForeign.ts';
import { shortAnswerOf } from '../../../grounding/sentences/shortAnswer.ts';
import { verifyClaim, type VerifiedClaim } from '../../../grounding/claims/verifyClaim.ts';
import type { Node } from '../../node.ts';
import { finish } from '../../finish.ts';
import type { AgentParts } from '../../parts.ts';
import type { AskState, AskUpdate } from '../../state.ts';
import { uncertainAtMost } from '../../uncertainAtMost.ts';
import { settle } from './settle.ts';

/** A draft of which less than this share is proven is written anew. */
const keptShare = 0.5;
const mostRegenerations = 1;

/**
 * Checks each draft against the bytes it cites. When a model wrote and little of it is proven, it may write once more; the better of both drafts counts.
 * Dropped claims lower the tier; nothing left is an abstention.
 */
export function verifyNode(parts: AgentParts): Node {
  return async (state, context) => {
    const checked = state.drafts.map((draft) => refuseForeign(verifyClaim(draft, state.evidence.passages)));
    const { verified, degraded } = await settle(parts, state, context, checked);
    const composed = compose(state, better(verified, state.rejected));
    context.note({ claims: composed.verification, dropped: composed.droppedClaims, regenerations: state.regenerations });
    if (isToRedraft(state, verified)) return { degraded, rejected: verified, regenerations: state.regenerations + 1 };
    for (const claim of composed.claims) context.emit({ type: 'ClaimVerified', claim });
    return { degraded, ...concluded({ ...state, degraded: [...state.degraded, ...degraded] }, composed, verified.some((claim) => isLeftOpen(state, claim))) };
  };
}

function compose(state: AskState, verified: readonly VerifiedClaim[]): ComposedAnswer {
  return composeAnswer(verified, state.request.askedAt, state.sentences.map(({ candidate }) => candidate));
}

function supported(verified: readonly VerifiedClaim[]): number {
  return verified.filter(({ status }) => status === 'SUPPORTED').length;
}

/** With as many proofs, the one with less that is not proven. */
function better(verified: readonly VerifiedClaim[], rejected: readonly VerifiedClaim[]): readonly VerifiedClaim[] {
  const gained = supported(verified) - supported(rejected);
  return gained > 0 || (gained === 0 && verified.length > 0 && verified.length < rejected.length) || rejected.length === 0 ? verified : rejected;
}

function isToRedraft({ mode, regenerations }: AskState, verified: readonly VerifiedClaim[]): boolean {
  return mode === 'GENERATED' && regenerations < mostRegenerations && verified.length > 0 && supported(verified) < keptShare * verified.length;
}

/** Said in words of a model's own, and neither the checks nor an entailment model are sure of it. */
function isLeftOpen({ mode }: AskState, { status, decided }: VerifiedClaim): boolean {
  return mode === 'GENERATED' && status === 'SUPPORTED' && !decided;
}

function concluded(state: AskState, composed: ComposedAnswer, isOpen: boolean): AskUpdate {
  if (composed.claims.length === 0) {
    return composed.droppedClaims.length === 0
      ? { verdict: 'ABSTAIN', tier: 'NO_MATCH', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' }
      : { verdict: 'ABSTAIN', tier: 'VERIFICATION_FAILED', stopReason: 'VERIFICATION_FAILED', abstentionReason: 'VERIFICATION_FAILED' };
  }
  // A model that had to be told what it could not prove is read with care, also where all is proven then.
  const doubted = state.request.preset.gate === 'ALWAYS' || composed.droppedClaims.length > 0 || isOpen || state.regenerations > 0;
  const tier = doubted ? uncertainAtMost(state.tier) : state.tier;
  const inOne = state.partSentences.length === 0 && state.conflicts.length === 0;
  return { tier, outcome: { ...finish({ ...state, tier }), ...composed, shortAnswer: inOne ? shortAnswerOf(state.request.question, state.sentences, composed.citations) : null, type: 'Answer', conflicts: state.conflicts, notices: [], curated: null, mode: state.mode } };
}
