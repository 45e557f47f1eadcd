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
  readonly support: number;
}

/**
 * The place in a source that is closest to a claim: `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`,
 * always.
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
  /** Null if nothing that was retrieved is similar. */
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

/**
 * PASSED: no objection to the claim. UNDECIDED: a doubt that only a reader can settle. CONTRADICTED: the evidence says
 * otherwise about the same matter.
 */
export type Outcome = 'PASSED' | 'UNDECIDED' | 'FAILED' | 'CONTRADICTED';

export interface Verdict {
  readonly outcome: Outcome;
  /** For people; null if there is nothing to say. */
  readonly detail: string | null;
}

/** What a claim is checked against. */
export interface Evidence {
  readonly quote: string;
  /** The whole sentences, items or rows that contain the quote: words of the sentence outside the quote count too. */
  readonly sentence: string;
  /** Title, headings, and the line that introduces a list. */
  readonly headings: readonly string[];
  /**
   * The whole passage. It proves nothing, but shows which words are names and which rows are beside the quoted ones.
   */
  readonly passage: string;
  /** Words of the claim that the evidence says in any form or in other words; undefined if unknown. Lower case. */
  readonly retold?: ReadonlySet<string>;
  /** Words of the sentence that the claim says in any form or in other words; undefined if unknown. Lower case. */
  readonly kept?: ReadonlySet<string>;
  /** How many negations in one text correspond to a word without a negation in the other. */
  readonly turns?: number;
  /** Names of the publisher of these pages, who are "we" in them. Lower case. */
  readonly authors?: ReadonlySet<string>;
}

export const passed: Verdict = { outcome: 'PASSED', detail: null };
export const undecided = (detail: string): Verdict => ({ outcome: 'UNDECIDED', detail });
export const failed = (detail: string): Verdict => ({ outcome: 'FAILED', detail });
export const contradicted = (detail: string): Verdict => ({ outcome: 'CONTRADICTED', detail });

const severity: readonly Outcome[] = ['CONTRADICTED', 'FAILED', 'UNDECIDED', 'PASSED'];

/** The most serious verdict; the first one if several are equally serious. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.toSorted((left, right) => severity.indexOf(left.outcome) - severity.indexOf(right.outcome))[0] ?? passed
  );
}

/** All text that a claim may draw on: the quote's sentences and the titles and headings above them. */
export function wholeOf({ sentence, headings }: Evidence): string {
  return [sentence, ...headings].join(' \n ');
}
