import type { Confidence, Tier } from '../confidence/signals.ts';
import type { Citation, Claim, Conflict, DroppedClaim, Notice, Verification } from '../grounding/claim.ts';
import type { CuratedAnswer } from '../knowledge/document.ts';
import type { Degradation, Passage } from '../retrieval/passage.ts';

export type StopReason =
  | 'GATE_PASSED' | 'CURATED_MATCH' | 'ZERO_HITS' | 'BELOW_GATE' | 'NO_NEW_EVIDENCE'
  | 'ROUND_LIMIT' | 'DEADLINE' | 'TOKEN_BUDGET' | 'VERIFICATION_FAILED';

export type AbstentionReason =
  | 'WEAK_EVIDENCE' | 'OUT_OF_SCOPE' | 'CONFLICTING_EVIDENCE' | 'STALE_EVIDENCE'
  | 'VERIFICATION_FAILED' | 'BUDGET_EXHAUSTED' | 'MODEL_UNAVAILABLE';

export type AnswerMode = 'EXTRACTIVE' | 'GENERATED' | 'CURATED';

export interface Usage {
  readonly millis: number;
  readonly rounds: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What every result of one question has. `id` is the run's id. */
export interface OutcomeCore {
  readonly id: string;
  readonly question: string;
  readonly tier: Tier;
  readonly confidence: Confidence;
  readonly stopReason: StopReason;
  readonly citations: readonly Citation[];
  readonly usage: Usage;
  readonly degraded: readonly Degradation[];
}

export interface Answer extends OutcomeCore {
  readonly type: 'Answer';
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly droppedClaims: readonly DroppedClaim[];
  readonly conflicts: readonly Conflict[];
  /** What the reader must know about the sources: changed, replaced, ended, or said otherwise in another version. */
  readonly notices: readonly Notice[];
  /** As it was when it was given; null unless `mode` is CURATED. */
  readonly curated: CuratedAnswer | null;
  readonly verification: Verification;
  readonly mode: AnswerMode;
}

export interface ClarificationOption {
  readonly id: string;
  readonly text: string;
}

export interface Clarification extends OutcomeCore {
  readonly type: 'Clarification';
  readonly text: string;
  readonly reason: string;
  readonly options: readonly ClarificationOption[];
}

export interface NextStep {
  readonly kind: 'REPHRASE' | 'RELAX_FILTER' | 'READ_NEAREST' | 'ADD_DOCUMENT' | 'RAISE_BUDGET';
  readonly text: string;
}

export interface Abstention extends OutcomeCore {
  readonly type: 'Abstention';
  readonly message: string;
  readonly reason: AbstentionReason;
  readonly nextSteps: readonly NextStep[];
  readonly nearest: readonly Passage[];
}

export type Outcome = Answer | Clarification | Abstention;
