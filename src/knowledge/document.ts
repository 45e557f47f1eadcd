/** A stretch of canonical text in UTF-16 units: [start, end). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a source was written in. */
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
 * From canonical text back to the source: the text from `offsets[i]` on, up to `offsets[i + 1]`, stands on page or line
 * `positions[i]` (from 1). Offsets rise; the first is 0.
 */
export interface SourceMap {
  readonly unit: 'PAGE' | 'LINE';
  readonly offsets: readonly number[];
  readonly positions: readonly number[];
  /** Pages whose reading order or tables may not be what a person sees, in order. Undefined: none. */
  readonly uncertain?: readonly number[] | undefined;
  /** Pages whose text was recognised from a picture, with how sure that is on average, 0 to 1. Undefined: none. */
  readonly recognised?: readonly { readonly page: number; readonly certainty: number }[] | undefined;
  /** Words of such pages that may be other ones: [start, end) in the text, in order. Undefined: none. */
  readonly doubtful?: readonly (readonly [start: number, end: number])[] | undefined;
}

/** What a parser took out or mended, so that nobody wonders where it went. */
export type ContentFlag =
  | 'SCRIPT_REMOVED'
  | 'HIDDEN_TEXT_REMOVED'
  | 'ROTATED_TEXT_REMOVED'
  | 'INVISIBLE_CHARACTERS_REMOVED'
  | 'PAGES_WITHOUT_TEXT'
  | 'ENCODING_CONVERTED';

export type DocumentState = 'PUBLISHED' | 'DRAFT';

/**
 * How far a document may be relied on. TRUSTED settles a conflict with others; of UNTRUSTED ones alone no answer is
 * sure.
 */
export type Trust = 'TRUSTED' | 'NORMAL' | 'UNTRUSTED';
export type Metadata = Readonly<Record<string, unknown>>;

/** A stored document as the API shows it. */
export interface Document {
  readonly id: string;
  /** The caller's own name, unique in the workspace: a path, or the `id` it was ingested with. */
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly state: DocumentState;
  readonly metadata: Metadata;
  readonly tags: readonly string[];
  readonly sourceType: SourceType;
  /** What kind of text it is, in the team's own words: "policy", "faq". */
  readonly semanticType: string | null;
  readonly author: string | null;
  /** ISO 639-1; null when it was not recognised. */
  readonly language: string | null;
  /** Who may read it; empty: everybody of the workspace. */
  readonly accessGroups: readonly string[];
  /** The key of the document that replaces this one. */
  readonly supersededBy: string | null;
  readonly trust: Trust;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly currentVersionId: string | null;
}

/** One immutable text of a document. All spans count in `text`. */
export interface DocumentVersion {
  readonly id: string;
  readonly documentId: string;
  readonly number: number;
  readonly text: string;
  readonly contentHash: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  /** When it ends by its own word; `effectiveUntil` already has it. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly chunkCount: number;
  readonly sourceType: SourceType;
  /** Null where the source has no pages or lines to go back to. */
  readonly sourceMap: SourceMap | null;
  readonly flags: readonly ContentFlag[];
  /** What of its source was not read, in sentences for a person. */
  readonly problems: readonly string[];
}

/** What the caller says of a document; what is left out is taken from the source itself. */
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
  /** Undefined: NORMAL when new, else as it is. A source itself can only lower it. */
  readonly trust?: Trust | undefined;
  readonly effectiveFrom?: Date | undefined;
  /** Exclusive end of validity. */
  readonly effectiveUntil?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  readonly metadata?: Metadata | undefined;
}

/** One document to take in, before it is parsed: its text, or the bytes of a file. */
export type DocumentInput = DocumentFacts & {
  readonly key: string;
  /** Undefined: told by the key's extension and the first bytes. */
  readonly format?: SourceType | undefined;
  /** Where the text begins in its file, for the map back to lines. Default 1. */
  readonly firstLine?: number | undefined;
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
  /** The version that holds the text now; null when it failed. */
  readonly versionId: string | null;
  readonly error: UserError | null;
}

/** Counts while an ingestion runs; `current` is the key at work. */
export interface IngestProgress {
  readonly done: number;
  readonly total: number;
  readonly current: string;
  readonly chunks: number;
  readonly timings: IngestTimings;
}

/**
 * Where the time of an ingestion went, in milliseconds. Parsing and storing go on while the embedder works, so the
 * parts may add up to more than the whole.
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
  /** From then on it is not offered; null: never. */
  readonly expiresAt: Date | null;
  /** Sources that changed, ended, were hidden or deleted since it was saved. */
  readonly staleSources: readonly StaleSource[];
  readonly updatedAt: Date;
}

export interface StaleSource {
  readonly documentId: string;
  /** Null when the document is gone for good. */
  readonly title: string | null;
  readonly reason: 'CHANGED' | 'EXPIRED' | 'HIDDEN' | 'DELETED';
  /** Since when, where that is known. */
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
  /** True: those with a stale source; false: those without. */
  readonly stale?: boolean | undefined;
  readonly expired?: boolean | undefined;
}

export interface DocumentFilter {
  readonly state?: DocumentState | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly contains?: string | undefined;
  readonly sourceTypes?: readonly SourceType[] | undefined;
  readonly semanticTypes?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
  /** True: those that were deleted and can be restored still. Default: those that were not. */
  readonly deleted?: boolean | undefined;
}

/** A page of rows in a stable order; `endCursor` is opaque. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  /** The cursor of each row: the page after it begins with the next one. */
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Where a span stands in the source that was taken in, from 1; null where the source has no such places. */
export interface SourceLocation {
  readonly page: number | null;
  readonly endPage: number | null;
  readonly line: number | null;
  readonly endLine: number | null;
}

/** The page or lines of a span of canonical text. Null without a map. An empty span stands where it begins. */
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
 * Whether any page that a span stands on may be read in another order than a person reads it, or a word in it was
 * recognised with doubt.
 */
export function isUncertain(sourceMap: SourceMap | null, span: Span): boolean {
  if (doubtfulIn(sourceMap, span).length > 0) return true;
  const at = sourceMap?.uncertain ? locate(sourceMap, span) : null;
  const [first, last] = [at?.page ?? null, at?.endPage ?? null];
  if (first === null || last === null) return false;
  return sourceMap?.uncertain?.some((page) => page >= first && page <= last) ?? false;
}

/** Words in a span that were recognised with doubt: spans of the text. */
export function doubtfulIn(sourceMap: SourceMap | null, { start, end }: Span): Span[] {
  return (sourceMap?.doubtful ?? []).flatMap(([from, to]) =>
    from < end && to > start ? [{ start: from, end: to }] : [],
  );
}

/**
 * How sure the recognition of the pages is that a span stands on, 0 to 1, of several the least; null where nothing was
 * recognised.
 */
export function certaintyOf(sourceMap: SourceMap | null, span: Span): number | null {
  const at = sourceMap?.recognised ? locate(sourceMap, span) : null;
  const found = (sourceMap?.recognised ?? []).filter(
    ({ page }) => page >= (at?.page ?? Infinity) && page <= (at?.endPage ?? 0),
  );
  return found.length === 0 ? null : Math.min(...found.map(({ certainty }) => certainty));
}

/** Binary search for the last stretch that begins at or before the offset. */
function positionAt({ offsets, positions }: SourceMap, offset: number): number | undefined {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return positions[Math.max(0, low - 1)];
}
