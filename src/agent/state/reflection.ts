import type { Tier } from '../../confidence/signals.ts';
import type { AnswerType } from '../../retrieval/question/answerType.ts';
import type { AbstentionReason, ClarificationReason, StopReason } from './outcome.ts';

/** Something that a question names, and the passages that say something about it. */
export interface Requirement {
  readonly kind: 'NAME' | 'CODE' | 'NUMBER' | 'DATE';
  readonly text: string;
  /** Ids of chunks, best first. Empty: it is missing. */
  readonly coveredBy: readonly string[];
}

/** A passage that may be out of date. */
export interface StalePassage {
  readonly chunkId: string;
  /** EXPIRED: its version had ended when the question was asked. SUPERSEDED: its source names a successor. */
  readonly reason: 'EXPIRED' | 'SUPERSEDED';
}

/** What keeps the evidence from supporting an answer. SEVERAL_FACTS: several answers fit. NONE: there is no gap. */
export type Gap =
  | 'NONE'
  | 'NO_HITS'
  | 'UNKNOWN_WORDS'
  | 'MISSING_FACT'
  | 'OTHER_TIME'
  | 'OTHER_POLARITY'
  | 'OPPOSITE'
  | 'MISSING_TYPE'
  | 'SEVERAL_FACTS'
  | 'WEAK';

const conditions: ReadonlySet<Gap> = new Set<Gap>(['MISSING_FACT', 'OTHER_TIME', 'OTHER_POLARITY', 'OPPOSITE']);

/**
 * Whether a gap is a condition of the question that the evidence does not meet. Such a gap holds the confidence below
 * the gate, whatever the signals say.
 */
export function isUnmetCondition(gap: Gap): boolean {
  return conditions.has(gap);
}

/** What the loop does after a round. WRITE: the chat model is asked for the answer, and then the gate decides again. */
export type Verdict = 'CURATED' | 'PASS' | 'WRITE' | 'REFINE' | 'RERANK' | 'CLARIFY' | 'ABSTAIN';

/** The judgement of one round of retrieval, as data. Everything but `judgedByModel` is decided in code. */
export interface Reflection {
  /** From 1. */
  readonly round: number;
  /** 0..1. */
  readonly confidence: number;
  readonly tier: Tier;
  readonly verdict: Verdict;
  /** Null while the loop goes on. */
  readonly stopReason: StopReason | null;
  /** The coverage map: what the question names, with the passages that cover it. */
  readonly requirements: readonly Requirement[];
  readonly expectedType: AnswerType;
  /** Whether a sentence that would form the answer contains something of that type. */
  readonly answerTypePresent: boolean;
  /** Names of things that fit the question about equally well, best first. Empty: it is clear what is meant. */
  readonly candidates: readonly string[];
  readonly stale: readonly StalePassage[];
  /** Pairs of passages that cannot both hold. */
  readonly conflicts: number;
  /** Ids of chunks whose text addresses a model or a reader's assistant instead of informing. */
  readonly suspicious: readonly string[];
  readonly gap: Gap;
  /**
   * What a reader of the passages said, or the chat model that was asked for the answer; null if none was asked, or it
   * failed. A signal, not a verdict. `missing`: one line of plain text.
   */
  readonly judgedByModel: { readonly answerable: boolean; readonly missing: string } | null;
}

/**
 * How another round asks differently. ALIASES: with the workspace's synonyms, or in another likely reading. DECOMPOSE:
 * in parts. EXPAND: with words from the best passages. SWITCH_ARMS: by words alone or by meaning alone. WIDEN: among
 * more candidates. RELAX_FILTER: without one filter, to inform the user; never used in an answer.
 */
export type RefineStrategy = 'ALIASES' | 'DECOMPOSE' | 'EXPAND' | 'SWITCH_ARMS' | 'WIDEN' | 'RELAX_FILTER';

/** What the gate decided. The routers behind the deciding nodes follow it. */
export interface Decided {
  readonly verdict: Verdict;
  readonly stopReason: StopReason | null;
  readonly clarifyReason: ClarificationReason | null;
  readonly abstentionReason: AbstentionReason | null;
  /** One for each judgement, in order. Updates add to it. */
  readonly reflections: readonly Reflection[];
}

export const notDecided: Decided = {
  verdict: 'ABSTAIN',
  stopReason: null,
  clarifyReason: null,
  abstentionReason: null,
  reflections: [],
};
