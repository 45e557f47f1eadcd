import { composeAnswer } from '../../../grounding/claims/composeAnswer.ts';
import type { Candidate } from '../../../grounding/sentences/candidates.ts';
import type { VerifiedClaim } from '../../../grounding/claims/verifyClaim.ts';
import type { NodeContext } from '../../node.ts';
import type { AskState } from '../../state.ts';
import { locateClaims } from '../../writing/locateClaims.ts';
import { replySoFar } from './output.ts';

/** The claims of a reply that is still coming. */
export interface ClaimsAsTheyCome {
  /** Those that were told, in their order. The answer begins with them, so that none has to be taken back. */
  told(): readonly VerifiedClaim[];
  /** Checks and tells what has become whole since the last time. @param textSoFar of the reply */
  hear(textSoFar: string): void;
}

/**
 * Tells each claim of a reply as `ClaimVerified` once it is whole and proven, while the model writes the next one.
 * @param settles whether an entailment model will judge what the checks leave open: nothing from there on is told before it has
 */
export function claimsAsTheyCome(
  { request, evidence: { passages } }: Pick<AskState, 'request' | 'evidence'>,
  shown: readonly Candidate[],
  settles: boolean,
  { emit }: Pick<NodeContext, 'emit'>,
): ClaimsAsTheyCome {
  const told: VerifiedClaim[] = [];
  let heard = 0;
  let waits = false;
  const tell = (claim: VerifiedClaim) => {
    waits ||= settles && !claim.decided && claim.proof !== undefined;
    if (waits || claim.status !== 'SUPPORTED' || told.some(({ draft }) => draft.text === claim.draft.text)) return;
    told.push(claim);
    // Marks and places are those of the whole answer, since it begins with what was told.
    const last = composeAnswer(told, request.askedAt).claims.at(-1);
    if (last) emit({ type: 'ClaimVerified', claim: last });
  };
  return {
    told: () => told,
    hear: (textSoFar) => {
      if (waits) return;
      const whole = replySoFar(textSoFar)?.claims ?? [];
      for (const claim of locateClaims(whole.slice(heard), request.question, shown, passages)) tell(claim);
      heard = Math.max(heard, whole.length);
    },
  };
}
