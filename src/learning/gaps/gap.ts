import type { Gap, Requirement } from '../../agent/gate/reflection.ts';
import type { RunDigest } from '../runDigest.ts';

/**
 * Why a question counts as unanswered. NOTHING_FOUND: it was asked back because nothing was. JUDGED_…: it was answered,
 * and a person said that it should not have been, or not so.
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
  /** Runs of the gap that had it among their three nearest documents. */
  readonly count: number;
}

/** Something that people ask and the documents do not tell. Every list has its most frequent entry first. */
export interface KnowledgeGap {
  /** The newest run's of the question that stands for it. */
  readonly id: string;
  /** The question that is most like all the others, as it was asked last. */
  readonly question: string;
  /** Runs. */
  readonly count: number;
  /** Conversations they belong to; a run without one is one of its own. */
  readonly conversationCount: number;
  readonly firstAskedAt: Date;
  readonly lastAskedAt: Date;
  readonly reasons: readonly { readonly reason: GapReason; readonly count: number }[];
  /** What was named and stood in no passage. */
  readonly missing: readonly { readonly kind: Requirement['kind']; readonly text: string; readonly count: number }[];
  /** What kept the evidence from carrying an answer. */
  readonly shortfalls: readonly { readonly gap: Gap; readonly count: number }[];
  readonly nearestDocuments: readonly GapDocument[];
  /** Newest first, at most five. */
  readonly exampleRunIds: readonly string[];
}
