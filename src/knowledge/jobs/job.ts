import type { IngestParts } from '../ingest/ingest.ts';
import { type ItemRow } from './jobs.sql.ts';
import type { SyncDecision } from '../sync/planSync.ts';
import type { DocumentFacts, IngestedDocument, IngestTimings, UserError } from '../document.ts';

/** RECEIVING: its bytes are still on their way. */
export type JobState = 'RECEIVING' | 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
export type ItemState = 'PENDING' | 'DONE' | 'FAILED';
export type ItemAction = 'INGEST' | 'MOVE' | 'DELETE';

/** What the manifest keeps of a file. */
export interface FileStamp {
  readonly decision: SyncDecision;
  readonly contentHash: string;
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
}

/**
 * Where an item's bytes are. A FILE is read by the process that runs the job: only the command line makes such items.
 */
export type ItemSource =
  | (FileStamp & { readonly kind: 'FILE'; readonly path: string })
  | { readonly kind: 'PAYLOAD'; readonly facts?: DocumentFacts }
  | { readonly kind: 'URL'; readonly url: string; readonly facts?: DocumentFacts }
  | (FileStamp & { readonly kind: 'MOVED'; readonly from: string })
  | { readonly kind: 'GONE' };

/** One file or document of a job. */
export interface JobItem {
  readonly ordinal: number;
  readonly name: string;
  readonly action: ItemAction;
  readonly source: ItemSource;
  /** Why the job has it. */
  readonly reason: string;
  readonly state: ItemState;
  /** One entry a document; a data file has many. */
  readonly results: readonly IngestedDocument[];
  readonly finishedAt: Date | null;
}

export interface JobCounts {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly moved: number;
  readonly deleted: number;
  readonly failed: number;
}

/** One ingestion: of a folder, of uploads, of documents sent to the API. */
export interface IngestJob {
  readonly id: string;
  /** What it takes in, for people. */
  readonly label: string;
  readonly state: JobState;
  readonly total: number;
  readonly counts: JobCounts;
  readonly timings: IngestTimings | null;
  /** Why it failed as a whole; a bad file alone never makes it fail. */
  readonly error: UserError | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** The item of a row; `source` was written by createJob alone, so its shape is that of ItemSource. */
export const toItem = (row: ItemRow): JobItem => ({
  ...row,
  finishedAt: row.finished_at,
  source: row.source as unknown as ItemSource,
});

export const isOver = (job: Pick<IngestJob, 'state'>): boolean =>
  job.state === 'COMPLETED' || job.state === 'FAILED' || job.state === 'CANCELLED';

/** A job to be made. */
export interface JobDraft {
  readonly label: string;
  readonly sourceId: string | null;
  readonly facts: DocumentFacts;
  readonly items: readonly Pick<JobItem, 'name' | 'action' | 'source' | 'reason'>[];
}

export interface JobParts extends IngestParts {
  /** Whether addresses inside the network may be fetched. */
  readonly allowPrivate: boolean;
  /** What follows a job: hypotheticals, purging. Its faults never undo the job. */
  readonly afterJob?: ((job: JobRef, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

export interface JobRef {
  readonly workspaceId: string;
  readonly jobId: string;
}

export interface RunJobOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of each item that is over. */
  readonly onItem?: ((item: JobItem) => void) | undefined;
  /** Told of each document. */
  readonly onDocument?:
    ((progress: { readonly current: string; readonly documents: number; readonly chunks: number }) => void) | undefined;
}
