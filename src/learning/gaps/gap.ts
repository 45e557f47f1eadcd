import type { Gap, Requirement } from '../../agent/gate/reflection.ts';
import type { RunDigest } from '../runDigest.ts';

/**
 * Why a question counts as unanswered. NOTHING_FOUND: the reply was a clarifying question because nothing was found.
 * JUDGED_…: it was answered, and a person said that the answer was wrong or that there should have been none.
 */
export type GapReason =
  | 'NOTHING_FOUND'
  | 'WEAK_EVIDENCE'
  | 'OUT_OF_SCOPE'
  | 'CONFLICTING_EVIDENCE'
  | 'STALE_EVIDENCE'
  | 'VERIFICATION_FAILED'
  | 'JUDGED_WRONG'
  | 'JUDGED_UNANSWERABLE';

/** A run without a good answer, and why. */
export interface UnansweredRun {
  readonly run: RunDigest;
  readonly reason: GapReason;
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
  /** Newest first, at most five. */
  readonly exampleRunIds: readonly string[];
}
