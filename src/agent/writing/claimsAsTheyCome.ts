import { composeAnswer } from '../../grounding/claims/composeAnswer.ts';
import type { VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';
import { wordsIn } from '../evidence/sentenceEvidence.ts';
import type { NodeContext } from '../parts/parts.ts';
import type { AskState } from '../state/askState.ts';
import { inItsOwnWords, locateClaims } from './locateClaims.ts';
import { replySoFar } from './prompt.ts';

/** The claims of a reply that is still arriving. */
export interface ClaimsAsTheyCome {
  /** All complete ones, as they were written. */
  heard(): readonly VerifiedClaim[];
  /** The claims that were reported, in their order. The answer begins with them, so that none has to be taken back. */
  sent(): readonly VerifiedClaim[];
  /**
   * Checks and reports the claims that have been completed since the last call.
   * @param textSoFar of the reply
   */
  hear(textSoFar: string): void;
}

/**
 * Reports each claim of a reply as `ClaimVerified` once it is complete and proven, while the model writes the next one.
 * @param settles whether an entailment model will judge what the checks leave open: from the first such claim on,
 *   nothing is reported here
 */
export function claimsAsTheyCome(
  { request, found, judged }: Pick<AskState, 'request' | 'found' | 'judged'>,
  shown: readonly Candidate[],
  settles: boolean,
  { emit }: Pick<NodeContext, 'emit'>,
): ClaimsAsTheyCome {
  const { passages } = found.evidence;
  const words = wordsIn({ found, judged });
  const sent: VerifiedClaim[] = [];
  const all: VerifiedClaim[] = [];
  let heard = 0;
  let waits = false;
  const tell = (located: VerifiedClaim) => {
    waits ||= settles && isUnsettled(located);
    const claim = inItsOwnWords(located, shown, passages);
    if (waits || claim.status !== 'SUPPORTED' || sent.some(({ draft }) => draft.text === claim.draft.text)) return;
    sent.push(claim);
    // Marks and positions are those of the whole answer, because it begins with these claims.
    const last = composeAnswer(sent, request.askedAt, words).claims.at(-1);
    if (last) emit({ type: 'ClaimVerified', claim: last });
  };
  return {
    heard: () => all,
    sent: () => sent,
    hear: (textSoFar) => {
      const whole = replySoFar(textSoFar)?.claims ?? [];
      for (const claim of locateClaims(whole.slice(heard), request.question, shown, passages)) {
        all.push(claim);
        tell(claim);
      }
      heard = Math.max(heard, whole.length);
    },
  };
}

/** Whether a claim is in other words than its quote, and no check has refused it: what an entailment model is for. */
export function isUnsettled({ wording, status, decided, proof }: VerifiedClaim): boolean {
  return proof !== undefined && wording === 'REWORDED' && (status === 'SUPPORTED' || !decided);
}
