import type { Confidence, Tier } from '../../confidence/signals.ts';
import type { CandorError, ErrorCode } from '../../errors.ts';
import type { Citation, Claim, WrittenClaim } from '../../grounding/claim.ts';
import type { AnswerMode, Outcome } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { Reflection, RefineStrategy } from './reflection.ts';

interface Stamp {
  readonly runId: string;
  /** 0, 1, 2 … within the run. */
  readonly sequence: number;
  readonly elapsedMillis: number;
  /** What the run may take, as far as it is known by then. */
  readonly budgetMillis?: number;
}

/** What happened, before it is stamped. Exactly one `Finished` or `Failed` ends a run. */
export type AskEventBody =
  | { readonly type: 'Planned'; readonly plan: Plan }
  | { readonly type: 'Retrieved'; readonly round: number; readonly passageCount: number }
  | {
      readonly type: 'Reflected';
      readonly confidence: Confidence;
      readonly tier: Tier;
      readonly reflection: Reflection;
    }
  | { readonly type: 'Refined'; readonly strategy: RefineStrategy; readonly queries: readonly string[] }
  /**
   * The answer as it is before the model is asked. It is not the outcome: what the model finds may add to it, lower its
   * tier or replace it. It comes again with each sentence of the model that no check refuses, in the model's words: they
   * stand behind its own claims, in no place of its text, and none is taken back.
   */
  | {
      readonly type: 'Provisional';
      readonly text: string;
      readonly claims: readonly (Claim | WrittenClaim)[];
      readonly citations: readonly Citation[];
    }
  | { readonly type: 'Writing'; readonly mode: AnswerMode }
  | { readonly type: 'ClaimVerified'; readonly claim: Claim }
  | { readonly type: 'Finished'; readonly outcome: Outcome }
  | {
      readonly type: 'Failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly remedy: string;
      /** Such as when to come back. Left out: none. */
      readonly details?: CandorError['details'];
    };

export type AskEvent = Stamp & AskEventBody;
