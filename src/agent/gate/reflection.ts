import type { Tier } from '../../confidence/signals.ts';
import type { AnswerType } from '../../grounding/answerability/answerType.ts';
import type { StopReason } from '../outcome.ts';

/** Something that a question names, and the passages that say something about it. */
export interface Requirement {
  readonly kind: 'NAME' | 'CODE' | 'NUMBER' | 'DATE';
  readonly text: string;
  /** Ids of chunks, best first. Empty: it is missing. */
  readonly coveredBy: readonly string[];
}

/** A passage that may no longer hold. */
export interface StalePassage {
  readonly chunkId: string;
  /** EXPIRED: its version had ended when the question was asked. SUPERSEDED: its source names a successor. */
  readonly reason: 'EXPIRED' | 'SUPERSEDED';
}

/** What keeps the evidence from carrying an answer. SEVERAL_FACTS: several answers fit. NONE: nothing does. */
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
 * Whether a gap is a condition of the question that the evidence does not meet: it holds the confidence below the gate,
 * whatever the signals say.
 */
export function isUnmetCondition(gap: Gap): boolean {
  return conditions.has(gap);
}

/** What the loop does after a round. WRITE: the chat model is asked for the answer, and then it is decided again. */
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
  /** Whether a sentence that would be answered with holds something of that type. */
  readonly answerTypePresent: boolean;
  /** Several things fit the question about equally well: their names, best first. Empty: it is clear what is meant. */
  readonly candidates: readonly string[];
  readonly stale: readonly StalePassage[];
  /** Pairs of passages that cannot both hold. */
  readonly conflicts: number;
  /** Ids of chunks whose text speaks to a model or a reader's assistant instead of informing. */
  readonly suspicious: readonly string[];
  readonly gap: Gap;
  /**
   * What a reader of the passages said, or the chat model that was asked for the answer; null when none was asked, or
   * it failed. A signal, and no verdict. `missing`: one line of plain text.
   */
  readonly judgedByModel: { readonly answerable: boolean; readonly missing: string } | null;
}

/**
 * How another round asks differently. ALIASES: in words that the workspace calls the same. DECOMPOSE: in its parts.
 * EXPAND: with words of the best passages. SWITCH_ARMS: by words or by meaning alone. WIDEN: among more candidates.
 * RELAX_FILTER: without one filter, to tell the person; never to answer from.
 */
export type RefineStrategy = 'ALIASES' | 'DECOMPOSE' | 'EXPAND' | 'SWITCH_ARMS' | 'WIDEN' | 'RELAX_FILTER';
