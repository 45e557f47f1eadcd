/** A stretch of canonical text in UTF-16 units: [start, end). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type DocumentState = 'PUBLISHED' | 'DRAFT';
export type TextFormat = 'MARKDOWN' | 'PLAIN_TEXT';
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
  readonly createdAt: Date;
  readonly chunkCount: number;
}

/** One document to take in, before it is parsed. */
export interface DocumentInput {
  readonly key: string;
  readonly text: string;
  readonly format: TextFormat;
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly effectiveFrom?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  readonly metadata?: Metadata | undefined;
}

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
  readonly error: UserError | null;
}

/** Counts while an ingestion runs; `current` is the key at work. */
export interface IngestProgress {
  readonly done: number;
  readonly total: number;
  readonly current: string;
  readonly chunks: number;
}

export interface IngestSummary {
  readonly results: readonly IngestedDocument[];
  readonly createdCount: number;
  readonly updatedCount: number;
  readonly unchangedCount: number;
  readonly failedCount: number;
}

export interface CuratedAnswer {
  readonly id: string;
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly answer: string;
  readonly sourceDocumentIds: readonly string[];
  readonly updatedAt: Date;
}

export interface CuratedAnswerInput {
  readonly id?: string | undefined;
  readonly question: string;
  readonly alternatives?: readonly string[] | undefined;
  readonly answer: string;
  readonly sourceDocumentIds?: readonly string[] | undefined;
}

export interface DocumentFilter {
  readonly state?: DocumentState | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly contains?: string | undefined;
}

/** A page of rows in a stable order; `endCursor` is opaque. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}
