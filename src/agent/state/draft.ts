import type { VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import type { DraftClaim } from '../../grounding/claim.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';
import type { AnswerMode } from './outcome.ts';

/** The result of asking the chat model for the answer. */
export interface Written {
  /** See `writerFound` in the signals. */
  readonly found: boolean | null;
  /** Its claims, each located at the shown sentence that proves it. Includes claims that no sentence proves. */
  readonly claims: readonly VerifiedClaim[];
  /** The same claims in its own words, in its order, as checks and an entailment model left them. */
  readonly said: readonly VerifiedClaim[];
  /** The sentences that it named, the most important first. */
  readonly named: readonly Candidate[];
  /** What it says is not stated, in its own words. Never shown in a refusal. */
  readonly missing: string;
  /**
   * Those of `claims` that were reported as verified while the model was still writing. They come first, and the answer
   * contains them whatever becomes of the reply.
   */
  readonly sent: readonly VerifiedClaim[];
  /** Whether the reply arrived complete and in the right shape. */
  readonly whole: boolean;
  /** The confidence before the model was asked: 0..1. */
  readonly without: number;
}

/** The claims that a source proves. */
export function proven({ claims }: Pick<Written, 'claims'>): readonly VerifiedClaim[] {
  return claims.filter(({ status }) => status === 'SUPPORTED');
}

/** The answer before it is checked: what a chat model wrote, and the drafts that generate makes of it. */
export interface Drafted {
  /** What the chat model made of the best sentences; null: not asked yet. Once per run is enough. */
  readonly written: Written | null;
  readonly drafts: readonly DraftClaim[];
  readonly mode: AnswerMode;
}

export const notDrafted: Drafted = { written: null, drafts: [], mode: 'EXTRACTIVE' };
