import type { Gap, Requirement } from '../../agent/state/reflection.ts';
import type { RunDigest } from '../runDigest.ts';

/**
 * Why a question counts as unanswered. NOTHING_FOUND: the reply was a clarifying question because nothing was found.
 * JUDGED_…: it was answered, and a person said that the answer was wrong or that there should have been none.
 * PASSAGE_CHOSEN: a person said that a passage beside the outcome answers it.
 */
export type GapReason =
  | 'NOTHING_FOUND'
  | 'WEAK_EVIDENCE'
  | 'OUT_OF_SCOPE'
  | 'CONFLICTING_EVIDENCE'
  | 'STALE_EVIDENCE'
  | 'VERIFICATION_FAILED'
  | 'JUDGED_WRONG'
  | 'JUDGED_UNANSWERABLE'
  | 'PASSAGE_CHOSEN';

/** A run without a good answer, and why. */
export interface UnansweredRun {
  readonly run: RunDigest;
  readonly reason: GapReason;
  /** The passages that people chose as the answer. */
  readonly chosen: readonly Omit<ChosenPassage, 'runId' | 'count'>[];
}

/** A passage that people chose as the answer. */
export interface ChosenPassage {
  readonly passageId: string;
  readonly documentId: string;
  readonly documentKey: string;
  /** The sentence of it that was shown. */
  readonly sentence: string;
  /** The newest run in which it was chosen. */
  readonly runId: string;
  /** How often it was chosen. */
  readonly count: number;
}

export interface GapDocument {
  readonly documentId: string;
  readonly documentKey: string;
  /** Runs of the gap in which it was one of the three nearest documents. */
  readonly count: number;
}

/** Something that people ask about and the documents do not cover. Every list begins with its most frequent entry. */
export interface KnowledgeGap {
  /** The id of the newest run of the representative question. */
  readonly id: string;
  /** The question that is most similar to all the others, as it was last asked. */
  readonly question: string;
  /** The number of runs. */
  readonly count: number;
  /** The number of conversations they belong to; a run without one counts as its own. */
  readonly conversationCount: number;
  readonly firstAskedAt: Date;
  readonly lastAskedAt: Date;
  readonly reasons: readonly { readonly reason: GapReason; readonly count: number }[];
  /** What the question named and no passage contained. */
  readonly missing: readonly { readonly kind: Requirement['kind']; readonly text: string; readonly count: number }[];
  /** What prevented the evidence from supporting an answer. */
  readonly shortfalls: readonly { readonly gap: Gap; readonly count: number }[];
  readonly nearestDocuments: readonly GapDocument[];
  /** At most three. */
  readonly chosen: readonly ChosenPassage[];
  /** Newest first, at most five. */
  readonly exampleRunIds: readonly string[];
}
