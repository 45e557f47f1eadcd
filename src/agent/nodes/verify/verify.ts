import { composeAnswer } from '../../../grounding/composeAnswer.ts';
import { verifyClaim } from '../../../grounding/verifyClaim.ts';
import type { Node } from '../../node.ts';
import { finish } from '../../finish.ts';
import { uncertainAtMost } from '../../uncertainAtMost.ts';

/** Checks each draft against the bytes it cites. Dropped claims lower the tier; nothing left is an abstention. */
export function verifyNode(): Node {
  return (state, context) => {
    const composed = composeAnswer(state.drafts.map((draft) => verifyClaim(draft, state.evidence.passages)), state.request.askedAt);
    context.note({ claims: composed.verification, dropped: composed.droppedClaims });
    for (const claim of composed.claims) context.emit({ type: 'ClaimVerified', claim });
    if (composed.claims.length === 0) {
      const wroteNothing = state.drafts.length === 0;
      return wroteNothing
        ? { verdict: 'ABSTAIN', tier: 'NO_MATCH', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' }
        : { verdict: 'ABSTAIN', tier: 'VERIFICATION_FAILED', stopReason: 'VERIFICATION_FAILED', abstentionReason: 'VERIFICATION_FAILED' };
    }
    const dropped = composed.droppedClaims.length > 0;
    const tier = state.request.preset.gate === 'ALWAYS' || (dropped && state.tier === 'CONFIDENT') ? uncertainAtMost(state.tier) : state.tier;
    return { tier, outcome: { ...finish({ ...state, tier }), ...composed, type: 'Answer', conflicts: state.conflicts, notices: [], curated: null, mode: state.mode } };
  };
}
