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

/**
 * PASSED: nothing speaks against the claim. UNDECIDED: something leaves doubt that only a reader can settle.
 * CONTRADICTED: the evidence says otherwise about the same.
 */
export type Outcome = 'PASSED' | 'UNDECIDED' | 'FAILED' | 'CONTRADICTED';

export interface Verdict {
  readonly outcome: Outcome;
  /** For a person; null when there is nothing to say. */
  readonly detail: string | null;
}

/** What a claim is held against. */
export interface Evidence {
  readonly quote: string;
  /**
   * The whole sentences, items or rows that the quote stands in: what a quote leaves out of its sentence counts too.
   */
  readonly sentence: string;
  /** Title, headings, and the line that leads in a list. */
  readonly headings: readonly string[];
  /** The whole passage: proves nothing, but shows what are names and rows beside the quoted ones. */
  readonly passage: string;
  /**
   * Words of the claim that the evidence says, in any form or in other words; none where that is not known. Lower case.
   */
  readonly retold?: ReadonlySet<string>;
  /** Words of the sentence that the claim says, likewise. */
  readonly kept?: ReadonlySet<string>;
  /** How many negations of one of them the other says in a word without one. */
  readonly turns?: number;
  /** Names of those who say "we" here: whose pages these are. Lower case. */
  readonly authors?: ReadonlySet<string>;
}

export const passed: Verdict = { outcome: 'PASSED', detail: null };
export const undecided = (detail: string): Verdict => ({ outcome: 'UNDECIDED', detail });
export const failed = (detail: string): Verdict => ({ outcome: 'FAILED', detail });
export const contradicted = (detail: string): Verdict => ({ outcome: 'CONTRADICTED', detail });

const severity: readonly Outcome[] = ['CONTRADICTED', 'FAILED', 'UNDECIDED', 'PASSED'];

/** The most serious of several, the first of those. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.toSorted((left, right) => severity.indexOf(left.outcome) - severity.indexOf(right.outcome))[0] ?? passed
  );
}

/** Everything that a claim may take from: the quote's sentences and what stands above them. */
export function wholeOf({ sentence, headings }: Evidence): string {
  return [sentence, ...headings].join(' \n ');
}
