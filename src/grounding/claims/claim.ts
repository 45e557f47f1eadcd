import type { Span } from '../../knowledge/document.ts';

export type ClaimStatus = 'SUPPORTED' | 'UNSUPPORTED' | 'CONTRADICTED';
export type CheckName =
  | 'POINTER'
  | 'QUOTE'
  | 'NUMBERS'
  | 'DATES'
  | 'NAMES'
  | 'POLARITY'
  | 'MODALITY'
  | 'SCOPE'
  | 'RELATION'
  | 'ADDITIONS'
  | 'COVERAGE'
  | 'ENTAILMENT';

export interface CitationCheck {
  readonly name: CheckName;
  readonly passed: boolean;
  readonly detail: string | null;
}

/** A verified pointer: `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`, always. */
export interface Citation {
  readonly number: number;
  readonly documentId: string;
  readonly documentKey: string;
  readonly versionId: string;
  readonly chunkId: string;
  readonly quote: string;
  readonly sourceSpan: Span;
  readonly answerSpan: Span;
  readonly sectionPath: readonly string[];
  readonly url: string | null;
  readonly updatedAt: Date;
  /** Whole days from `updatedAt` to the question. */
  readonly ageDays: number;
  /** The cited version was valid when the question was asked, whatever day it was asked about. */
  readonly isCurrent: boolean;
  readonly status: ClaimStatus;
  readonly support: number;
  readonly checks: readonly CitationCheck[];
}

export interface Claim {
  readonly text: string;
  readonly answerSpan: Span;
  readonly citationNumbers: readonly number[];
  readonly status: ClaimStatus;
  readonly support: number;
}

/**
 * Where a source comes nearest to a claim: `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`, always.
 */
export interface NearestEvidence {
  readonly documentId: string;
  readonly versionId: string;
  readonly quote: string;
  readonly sourceSpan: Span;
}

export interface DroppedClaim {
  readonly text: string;
  readonly reason: string;
  readonly status: ClaimStatus;
  /** Null: nothing that was retrieved says anything like it. */
  readonly evidence: NearestEvidence | null;
}

export interface Verification {
  readonly complete: boolean;
  readonly claimCount: number;
  readonly supportedCount: number;
}

export interface ConflictSide {
  readonly documentId: string;
  readonly versionId: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  readonly quote: string;
  readonly sourceSpan: Span;
  readonly value: string;
}

export interface Conflict {
  readonly kind: 'NUMERIC' | 'TEMPORAL' | 'POLARITY' | 'ENTITY';
  readonly resolution: 'NEWER_VERSION' | 'AUTHORITY' | 'UNRESOLVED';
  readonly sides: readonly ConflictSide[];
}

export type NoticeKind =
  | 'CURATED_SOURCE_CHANGED'
  | 'EARLIER_VERSION_DIFFERED'
  | 'LATER_VERSION_DIFFERS'
  | 'SUPERSEDED'
  | 'EXPIRED'
  | 'SOLE_SOURCE'
  | 'SUSPICIOUS_SOURCE';

/** Something about the sources of an answer that its reader must know. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly message: string;
  /** What it points to: the changed source, the document with another version, the successor. Null when it is gone. */
  readonly documentId: string | null;
  readonly versionId: string | null;
  /**
   * `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`, always. Null when the version says nothing of it.
   */
  readonly quote: string | null;
  readonly sourceSpan: Span | null;
}
