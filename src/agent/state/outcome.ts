import type { GoverningLine } from '../../grounding/place/leadIn.ts';
import type { Confidence, Tier } from '../../confidence/signals.ts';
import type {
  Citation,
  Claim,
  Conflict,
  DroppedClaim,
  Notice,
  Verification,
  WrittenClaim,
} from '../../grounding/claim.ts';
import type { AnswerTable } from '../../grounding/claims/answerTable.ts';
import type { ShortAnswer } from '../../grounding/claims/shortAnswer.ts';
import type { CuratedAnswer, Span } from '../../knowledge/document.ts';
import type { Degradation, Passage } from '../../retrieval/passage.ts';

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

/** Why a clarifying question is asked. */
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

/** Why a passage is not the answer, by the passage itself. The first that applies. */
export type AlternativeReason =
  /** What was drafted from it did not stand the checks. */
  | 'UNPROVEN'
  /** Its version has ended, or its document was replaced. */
  | 'OUTDATED'
  /** It says otherwise than another passage. */
  | 'CONFLICTING'
  /** A name, code, number or date of the question does not stand in it. */
  | 'LACKS_FACT'
  /** Another passage, which the answer quotes, is likelier. */
  | 'LESS_LIKELY'
  /** It is not sure enough that it answers. */
  | 'UNSURE';

/** A place where the answer may stand instead, for a person to look at. */
export interface Alternative {
  readonly passage: Passage;
  /** The headings above its best sentence, outermost first, without the document's title. */
  readonly sectionPath: readonly string[];
  /** What governs its best sentence from within the passage, outermost first. Left out in older runs. */
  readonly governing?: readonly GoverningLine[];
  /** The passage's text with the rows of its tables in words, and as Markdown. */
  readonly text: string;
  readonly markdown: string;
  /**
   * The sentence that answers best, behind the one that it leans on and the lines that govern it, a table's row in words;
   * and where both sentences stand in the passage's text.
   */
  readonly sentence: string;
  readonly spans: readonly Span[];
  /** That the answer stands in it: 0..1. */
  readonly likelihood: number;
  readonly reason: AlternativeReason;
}

/** The fields that every outcome has. `id` is the run's id. */
export interface OutcomeCore {
  readonly id: string;
  readonly question: string;
  /** How it was understood, where earlier turns, a chosen option or a model made it another; null: as asked. */
  readonly askedAs: string | null;
  readonly tier: Tier;
  readonly confidence: Confidence;
  readonly stopReason: StopReason;
  readonly citations: readonly Citation[];
  /** Where the answer may stand instead, likeliest first: beside an UNCERTAIN answer and an abstention. */
  readonly alternatives: readonly Alternative[];
  readonly usage: Usage;
  readonly degraded: readonly Degradation[];
}

export interface Answer extends OutcomeCore {
  readonly type: 'Answer';
  readonly text: string;
  /**
   * The words of the text that answer the question, if one sentence has them. Null for instructions, for a yes or no,
   * and if no reader found such words.
   */
  readonly shortAnswer: ShortAnswer | null;
  /** The table rows that the answer rests on; null: it rests on none. */
  readonly table: AnswerTable | null;
  readonly claims: readonly Claim[];
  readonly droppedClaims: readonly DroppedClaim[];
  /** What a chat model wrote, in its order; without those of `droppedClaims`. Empty if none wrote. */
  readonly written: readonly WrittenClaim[];
  readonly conflicts: readonly Conflict[];
  /** What the reader must know about the sources: changed, replaced, expired, or different in another version. */
  readonly notices: readonly Notice[];
  /** The curated answer as it was when it was given; null unless `mode` is CURATED. */
  readonly curated: CuratedAnswer | null;
  readonly verification: Verification;
  readonly mode: AnswerMode;
}

/**
 * One thing that may have been meant. Its question was tried before it was offered, and reached passages above the
 * gate.
 */
export interface ClarificationOption {
  readonly id: string;
  /** The label that a person chooses by: a title, a product, a version. */
  readonly text: string;
  /** The question that is asked if this option is chosen. */
  readonly question: string;
  /** The only documents that are read if this option is chosen. */
  readonly documentIds: readonly string[];
  /** The best sentence that would answer its question; null if only a document's name fits. */
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
  | 'REPHRASE'
  | 'BROADEN_TIME'
  | 'RELAX_FILTER'
  | 'READ_NEAREST'
  | 'ASK_OWNER'
  | 'ADD_DOCUMENT'
  | 'RAISE_BUDGET';

export interface NextStep {
  readonly kind: NextStepKind;
  /** In the asker's language. */
  readonly text: string;
  /**
   * REPHRASE: words of the question that occur in no document, then headings of nearby passages that can be asked
   * about.
   */
  readonly terms: readonly string[];
  /** REPHRASE: the headings among them; each can be asked as it stands. */
  readonly suggestions: readonly string[];
  /** RELAX_FILTER: the filter field without which passages above the gate are found, or that may be in the way. */
  readonly filterField: string | null;
  /** ASK_OWNER: the person or team named as the author of the nearest document. */
  readonly owner: string | null;
}

export interface Abstention extends OutcomeCore {
  readonly type: 'Abstention';
  /** BCP 47: of the message and the next steps. Null in older runs. */
  readonly language: string | null;
  /** Its first line is the suggestion, if there is one. */
  readonly message: string;
  /** The first alternative where it may well be the answer: no answer, and counted as none. */
  readonly suggestion: Alternative | null;
  readonly reason: AbstentionReason;
  readonly nextSteps: readonly NextStep[];
  /** Deprecated: the first passages by rank, whether or not they may answer. */
  readonly nearest: readonly Passage[];
}

export type Outcome = Answer | Clarification | Abstention;
