import type { Confidence, Tier } from '../confidence/signals.ts';
import type { Citation, Claim, Conflict, DroppedClaim, Notice, Verification } from '../grounding/claims/claim.ts';
import type { AnswerTable, ShortAnswer } from '../grounding/claims/composeAnswer.ts';
import type { CuratedAnswer } from '../knowledge/document.ts';
import type { Degradation, Passage } from '../retrieval/passage.ts';

export type StopReason =
  | 'GATE_PASSED'
  | 'CURATED_MATCH'
  | 'ZERO_HITS'
  | 'ASKED_BACK'
  | 'BELOW_GATE'
  | 'NO_NEW_EVIDENCE'
  | 'ROUND_LIMIT'
  | 'DEADLINE'
  | 'TOKEN_BUDGET'
  | 'VERIFICATION_FAILED';

/** Why a clarification is asked. */
export type ClarificationReason = 'SMALL_TALK' | 'ZERO_HITS' | 'AMBIGUOUS' | 'UNRESOLVED';

export type AbstentionReason =
  | 'WEAK_EVIDENCE'
  | 'OUT_OF_SCOPE'
  | 'CONFLICTING_EVIDENCE'
  | 'STALE_EVIDENCE'
  | 'VERIFICATION_FAILED'
  | 'BUDGET_EXHAUSTED'
  | 'MODEL_UNAVAILABLE';

export type AnswerMode = 'EXTRACTIVE' | 'GENERATED' | 'CURATED';

export interface Usage {
  readonly millis: number;
  readonly rounds: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars for the tokens; null when no price is configured. */
  readonly cost: number | null;
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
  /**
   * The words of it that answer, where one sentence has them; null for what to do, for yes or no, and where none read
   * it.
   */
  readonly shortAnswer: ShortAnswer | null;
  /** The rows that it rests on, where it rests on those of a table. */
  readonly table: AnswerTable | null;
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

/**
 * One thing that may have been meant. Asked as it is, it reaches passages above the gate: that was tried before it was
 * offered.
 */
export interface ClarificationOption {
  readonly id: string;
  /** What a person chooses by: a title, a product, a version. */
  readonly text: string;
  /** The question that choosing it asks. */
  readonly question: string;
  /** Choosing it reads these documents only. */
  readonly documentIds: readonly string[];
  /**
   * What its question would be answered with: the best sentence; null where it is a document's name alone that fits.
   */
  readonly preview: string | null;
  /** The confidence that its question reached, 0..1. */
  readonly confidence: number;
}

export interface Clarification extends OutcomeCore {
  readonly type: 'Clarification';
  readonly text: string;
  readonly reason: ClarificationReason;
  /** The reason as a sentence, in the asker's language. */
  readonly why: string;
  readonly options: readonly ClarificationOption[];
}

export type NextStepKind =
  'REPHRASE' | 'BROADEN_TIME' | 'RELAX_FILTER' | 'READ_NEAREST' | 'ASK_OWNER' | 'ADD_DOCUMENT' | 'RAISE_BUDGET';

export interface NextStep {
  readonly kind: NextStepKind;
  /** In the asker's language. */
  readonly text: string;
  /** REPHRASE: words of the question that no document knows, then headings of near passages that can be asked about. */
  readonly terms: readonly string[];
  /**
   * RELAX_FILTER: the field of the filter without which passages above the gate are found, or that may be in the way.
   */
  readonly filterField: string | null;
  /** ASK_OWNER: the person or team that is named as the author of the nearest document. */
  readonly owner: string | null;
}

export interface Abstention extends OutcomeCore {
  readonly type: 'Abstention';
  readonly message: string;
  readonly reason: AbstentionReason;
  readonly nextSteps: readonly NextStep[];
  readonly nearest: readonly Passage[];
}

export type Outcome = Answer | Clarification | Abstention;
