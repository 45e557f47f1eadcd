import type { VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';

/** What came of asking the chat model for the answer. */
export interface Written {
  /** See `writerFound` of the signals. */
  readonly found: boolean | null;
  /** Its claims, each where a shown sentence proves it; those that none proves are among them. */
  readonly claims: readonly VerifiedClaim[];
  /** The sentences that it named, the most important first. */
  readonly named: readonly Candidate[];
  /** What it says is not stated, in its own words: never shown in a refusal. */
  readonly missing: string;
  /**
   * Those of `claims` that were told as verified while the model was still writing: they come first, and whatever
   * becomes of the reply, the answer holds them.
   */
  readonly told: readonly VerifiedClaim[];
  /** Whether the reply came to its end, in the right shape. */
  readonly whole: boolean;
  /** The confidence before it was asked: 0..1. */
  readonly without: number;
}

/** The claims that hold. */
export function proven({ claims }: Pick<Written, 'claims'>): readonly VerifiedClaim[] {
  return claims.filter(({ status }) => status === 'SUPPORTED');
}
