import type { Span } from '../knowledge/document.ts';
import type { GoverningLine } from './place/leadIn.ts';

/** A sentence with the evidence that its author cites. */
export interface DraftClaim {
  readonly text: string;
  readonly chunkId: string;
  readonly quote: string;
}

/** Whether one of the others quotes what this one does. */
export function isIn({ chunkId, quote }: DraftClaim, others: readonly DraftClaim[]): boolean {
  return others.some((other) => other.chunkId === chunkId && other.quote.includes(quote));
}

export type ClaimStatus = 'SUPPORTED' | 'UNSUPPORTED' | 'CONTRADICTED';
/**
 * Whose words a claim has. VERBATIM: the source's, by the rule of `isVerbatim`. REWORDED: others, which nothing but
 * rules has compared with it. ENTAILED: others, which the operator's entailment model says follow from the quote.
 * TRANSLATED: those of another language, with the quote's numbers, codes and names.
 */
export type ClaimWording = 'VERBATIM' | 'REWORDED' | 'ENTAILED' | 'TRANSLATED';
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
  /** The document's title when it was cited. Left out in runs from before it was recorded. */
  readonly title?: string;
  readonly versionId: string;
  readonly chunkId: string;
  /** Empty if it is withheld. */
  readonly quote: string;
  /** Set if its words are kept from the reader of a run, who may no longer read the document. */
  readonly withheld?: true;
  readonly sourceSpan: Span;
  readonly answerSpan: Span;
  /** The headings above the quote, outermost first. */
  readonly sectionPath: readonly string[];
  /** What governs the quote from within its passage, outermost first. Left out in runs from before it was recorded. */
  readonly governing?: readonly GoverningLine[];
  readonly url: string | null;
  readonly updatedAt: Date;
  /** Whole days from `updatedAt` to the question. */
  readonly ageDays: number;
  /** Whether the cited version was valid when the question was asked, whatever date the question is about. */
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
  readonly wording: ClaimWording;
  readonly support: number;
}

/** What a quoted document was called when it was read. Left out where that was not recorded. */
interface Named {
  readonly documentKey?: string;
  readonly title?: string;
  readonly url?: string | null;
}

/**
 * The place in a source that is closest to a claim: `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`,
 * always.
 */
export interface NearestEvidence extends Named {
  readonly documentId: string;
  readonly versionId: string;
  readonly quote: string;
  readonly sourceSpan: Span;
  /** Left out where what stands above it was not read. */
  readonly sectionPath?: readonly string[];
  readonly governing?: readonly GoverningLine[];
}

export interface DroppedClaim extends Pick<Claim, 'text' | 'status' | 'wording' | 'support'> {
  readonly reason: string;
  /** Null if nothing that was retrieved is similar. */
  readonly evidence: NearestEvidence | null;
}

/** A sentence of a chat model that no check refuses, shown beside the answer. Its wording is how far it is proven. */
export interface WrittenClaim extends Pick<Claim, 'text' | 'citationNumbers' | 'status' | 'wording' | 'support'> {
  /** The first check that failed; null: none did. */
  readonly reason: string | null;
  /** What it rests on and no citation of the answer quotes. */
  readonly evidence: readonly NearestEvidence[];
  /** How its amount is computed from those of the quotes: "8% × €149 = €11.92". Null: it states no other than these. */
  readonly formula: string | null;
}

export interface Verification {
  readonly complete: boolean;
  readonly claimCount: number;
  readonly supportedCount: number;
}

export interface ConflictSide extends Named {
  readonly documentId: string;
  readonly versionId: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  readonly quote: string;
  readonly sourceSpan: Span;
  readonly sectionPath?: readonly string[];
  readonly governing?: readonly GoverningLine[];
  readonly value: string;
  /** Set if quote and value are kept from the reader of a run, and empty: see Citation. */
  readonly withheld?: true;
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
  | 'SAID_EARLIER'
  | 'SOURCES_DIFFER'
  | 'SOLE_SOURCE'
  | 'EARLIER_ANSWER_RECALLED'
  | 'OTHER_LANGUAGE'
  | 'SUSPICIOUS_SOURCE';

/** Something about the sources of an answer that its reader must know. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly message: string;
  /**
   * The document concerned: the changed source, the document with another version, or the successor. Null if it was
   * deleted.
   */
  readonly documentId: string | null;
  readonly versionId: string | null;
  /**
   * `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`, always. Null if the version does not mention the
   * matter.
   */
  readonly quote: string | null;
  readonly sourceSpan: Span | null;
}
