import { firstFrom } from '../stats.ts';

/** A span of canonical text in UTF-16 units: [start, end). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The format of a source. */
export type SourceType =
  | 'MARKDOWN'
  | 'HTML'
  | 'PDF'
  | 'DOCX'
  | 'XLSX'
  | 'PPTX'
  | 'ODT'
  | 'ODS'
  | 'ODP'
  | 'RTF'
  | 'EPUB'
  | 'EML'
  | 'MSG'
  | 'IMAGE'
  | 'CSV'
  | 'JSON'
  | 'JSON_LINES'
  | 'PLAIN_TEXT';

/**
 * Maps canonical text back to the source: the text from `offsets[i]` up to `offsets[i + 1]` is on page or line
 * `positions[i]` (from 1). Offsets ascend; the first is 0.
 */
export interface SourceMap {
  readonly unit: 'PAGE' | 'LINE';
  readonly offsets: readonly number[];
  readonly positions: readonly number[];
  /** Pages whose reading order or tables may differ from what a person sees, in order. Undefined: none. */
  readonly uncertain?: readonly number[] | undefined;
  /**
   * Pages whose text was recognised from a picture, with the average certainty of the recognition, 0 to 1. Undefined:
   * none.
   */
  readonly recognised?: readonly { readonly page: number; readonly certainty: number }[] | undefined;
  /** Words on such pages that may be misread: [start, end) in the text, in order. Undefined: none. */
  readonly doubtful?: readonly (readonly [start: number, end: number])[] | undefined;
}

/** What a parser removed or repaired, so that users know why the text differs from the source. */
export type ContentFlag =
  | 'SCRIPT_REMOVED'
  | 'HIDDEN_TEXT_REMOVED'
  | 'ROTATED_TEXT_REMOVED'
  | 'INVISIBLE_CHARACTERS_REMOVED'
  | 'PAGES_WITHOUT_TEXT'
  | 'ENCODING_CONVERTED';

export type DocumentState = 'PUBLISHED' | 'DRAFT';

/**
 * How far a document may be relied on. A TRUSTED document settles a conflict with others. An answer that rests on
 * UNTRUSTED documents alone is never certain.
 */
export type Trust = 'TRUSTED' | 'NORMAL' | 'UNTRUSTED';

/** Which of two documents may be relied on more. */
export const trustRank: Readonly<Record<Trust, number>> = { UNTRUSTED: 0, NORMAL: 1, TRUSTED: 2 };

export type Metadata = Readonly<Record<string, unknown>>;

/** A stored document as the API shows it. */
export interface Document {
  readonly id: string;
  /** The caller's name for the document, unique in the workspace: a path, or the `id` it was ingested with. */
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly state: DocumentState;
  readonly metadata: Metadata;
  readonly tags: readonly string[];
  readonly sourceType: SourceType;
  /** The kind of text, in the team's own words: "policy", "faq". */
  readonly semanticType: string | null;
  readonly author: string | null;
  /** ISO 639-1; null when it was not recognised. */
  readonly language: string | null;
  /** The groups that may read it; empty: everybody in the workspace. */
  readonly accessGroups: readonly string[];
  /** The key of the document that replaces this one. */
  readonly supersededBy: string | null;
  readonly trust: Trust;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly currentVersionId: string | null;
}

/** One immutable text of a document. All spans are offsets in `text`. */
export interface DocumentVersion {
  readonly id: string;
  readonly documentId: string;
  readonly number: number;
  readonly text: string;
  readonly contentHash: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  /** The end of validity that the document itself states; `effectiveUntil` already includes it. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly chunkCount: number;
  readonly sourceType: SourceType;
  /** Null if the source has no pages or lines. */
  readonly sourceMap: SourceMap | null;
  readonly flags: readonly ContentFlag[];
  /** The parts of the source that were not read, as readable sentences. */
  readonly problems: readonly string[];
}

/** What the caller says about a document. Omitted facts are taken from the source itself. */
export interface DocumentFacts {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly state?: DocumentState | undefined;
  readonly semanticType?: string | undefined;
  readonly author?: string | undefined;
  /** ISO 639-1. */
  readonly language?: string | undefined;
  readonly accessGroups?: readonly string[] | undefined;
  readonly supersededBy?: string | undefined;
  /** The key of the document that this one replaces. Undefined: nobody said; what was said once stays. */
  readonly supersedes?: string | undefined;
  /** Undefined: NORMAL for a new document, otherwise unchanged. A source itself can only lower it. */
  readonly trust?: Trust | undefined;
  readonly effectiveFrom?: Date | undefined;
  /** Exclusive end of validity. */
  readonly effectiveUntil?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  readonly metadata?: Metadata | undefined;
}

/** One document to ingest, before it is parsed: its text, or the bytes of a file. */
export type DocumentInput = DocumentFacts & {
  readonly key: string;
  /** Undefined: detected from the key's extension and the first bytes. */
  readonly format?: SourceType | undefined;
  /** The line of the file on which the text begins, for the map back to lines. Default 1. */
  readonly firstLine?: number | undefined;
  /** The source that it comes from. Undefined: it is sent by hand. */
  readonly sourceId?: string | undefined;
  /** The groups that may read it if neither the facts nor its own front matter say so. Undefined: everybody. */
  readonly sourceGroups?: readonly string[] | undefined;
} & ({ readonly text: string; readonly bytes?: undefined } | { readonly bytes: Uint8Array; readonly text?: undefined });

export type IngestStatus = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'FAILED';

/** A fault as data. */
export interface UserError {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

export interface IngestedDocument {
  readonly key: string;
  readonly status: IngestStatus;
  readonly documentId: string | null;
  /** The version that now holds the text; null if ingestion failed. */
  readonly versionId: string | null;
  readonly error: UserError | null;
}

/** Progress of a running ingestion; `current` is the key of the latest document. */
export interface IngestProgress {
  readonly done: number;
  readonly total: number;
  readonly current: string;
  readonly chunks: number;
  readonly timings: IngestTimings;
}

/** READING: the text of a file. CUTTING: into passages. EMBEDDING and STORING: those passages. */
export type IngestPhase = 'READING' | 'CUTTING' | 'EMBEDDING' | 'STORING';

/** What a running ingestion is doing. The phases of consecutive documents overlap; the latest step is reported. */
export interface IngestStep {
  readonly phase: IngestPhase;
  /** The key of a document of the step. */
  readonly current: string;
  /**
   * Characters of Markdown or pages of a PDF that are read, characters that are cut, windows of passages that are
   * embedded or passages that are stored, and all of them; null while another file is read.
   */
  readonly done: number | null;
  readonly total: number | null;
}

/**
 * How long the stages of an ingestion took, in milliseconds. Parsing and storing continue while the embedder works, so
 * the stages may add up to more than the total.
 */
export interface IngestTimings {
  readonly totalMillis: number;
  readonly parseMillis: number;
  readonly chunkMillis: number;
  readonly embedMillis: number;
  readonly storeMillis: number;
}

export interface IngestSummary {
  readonly results: readonly IngestedDocument[];
  readonly createdCount: number;
  readonly updatedCount: number;
  readonly unchangedCount: number;
  readonly failedCount: number;
  readonly timings: IngestTimings;
}

export interface CuratedAnswer {
  readonly id: string;
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly answer: string;
  readonly sourceDocumentIds: readonly string[];
  /** The answer is not offered from this time on; null: it never expires. */
  readonly expiresAt: Date | null;
  /** Sources that changed, expired, were hidden or were deleted after it was saved. */
  readonly staleSources: readonly StaleSource[];
  readonly updatedAt: Date;
}

export interface StaleSource {
  readonly documentId: string;
  /** Null when the document is gone for good. */
  readonly title: string | null;
  readonly reason: 'CHANGED' | 'EXPIRED' | 'HIDDEN' | 'DELETED';
  /** When this happened, if known. */
  readonly changedAt: Date | null;
}

export interface CuratedAnswerInput {
  readonly id?: string | undefined;
  readonly question: string;
  readonly alternatives?: readonly string[] | undefined;
  readonly answer: string;
  readonly sourceDocumentIds?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
}

export interface CuratedFilter {
  /** True: answers with a stale source; false: those without. */
  readonly stale?: boolean | undefined;
  readonly expired?: boolean | undefined;
}

export interface DocumentFilter {
  /** At most 1,000. */
  readonly keys?: readonly string[] | undefined;
  readonly state?: DocumentState | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly contains?: string | undefined;
  readonly sourceTypes?: readonly SourceType[] | undefined;
  readonly semanticTypes?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
  /** True: deleted documents that can still be restored. Default: documents that are not deleted. */
  readonly deleted?: boolean | undefined;
}

/** A page of rows in a stable order. Cursors are opaque. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  /** One for each node: the page that begins after it. */
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Where a span is in the ingested source, from 1. Null if the source has no such positions. */
export interface SourceLocation {
  readonly page: number | null;
  readonly endPage: number | null;
  readonly line: number | null;
  readonly endLine: number | null;
}

/**
 * Returns the page or lines of a span of canonical text, or null without a map. An empty span is located at its start.
 */
export function locate(sourceMap: SourceMap | null, span: Span): SourceLocation | null {
  if (!sourceMap) return null;
  const first = positionAt(sourceMap, span.start);
  const last = positionAt(sourceMap, Math.max(span.start, span.end - 1));
  if (first === undefined || last === undefined) return null;
  return sourceMap.unit === 'PAGE'
    ? { page: first, endPage: last, line: null, endLine: null }
    : { page: null, endPage: null, line: first, endLine: last };
}

/**
 * Whether a page of the span may have a reading order that differs from a person's, or a word in the span was
 * recognised with doubt.
 */
export function isUncertain(sourceMap: SourceMap | null, span: Span): boolean {
  if (doubtfulIn(sourceMap, span).length > 0) return true;
  const at = sourceMap?.uncertain ? locate(sourceMap, span) : null;
  const [first, last] = [at?.page ?? null, at?.endPage ?? null];
  if (first === null || last === null) return false;
  return sourceMap?.uncertain?.some((page) => page >= first && page <= last) ?? false;
}

/** Returns the words in a span that were recognised with doubt, as spans of the text. */
export function doubtfulIn(sourceMap: SourceMap | null, { start, end }: Span): Span[] {
  return (sourceMap?.doubtful ?? []).flatMap(([from, to]) =>
    from < end && to > start ? [{ start: from, end: to }] : [],
  );
}

/**
 * Returns the certainty with which the pages of a span were recognised, 0 to 1: the lowest if there are several, null
 * if no page was recognised from a picture.
 */
export function certaintyOf(sourceMap: SourceMap | null, span: Span): number | null {
  const at = sourceMap?.recognised ? locate(sourceMap, span) : null;
  const found = (sourceMap?.recognised ?? []).filter(
    ({ page }) => page >= (at?.page ?? Infinity) && page <= (at?.endPage ?? 0),
  );
  return found.length === 0 ? null : Math.min(...found.map(({ certainty }) => certainty));
}

/** Finds the last entry that begins at or before the offset. */
function positionAt({ offsets, positions }: SourceMap, offset: number): number | undefined {
  return positions[Math.max(0, firstFrom(offsets, offset + 1) - 1)];
}
