import type { Database, Transaction } from '../../db/database.ts';
import { newId } from '../../db/statement.ts';
import type { DocumentFacts, IngestedDocument, IngestStep, IngestTimings, UserError } from '../document.ts';
import type { IngestParts } from '../ingest/ingest.ts';
import type { UploadedFile, UploadOptions } from '../ingest/upload.ts';
import type { FileStamp } from '../sync/manifest.ts';
import { insertItems, insertJob, insertPayload, type ItemRow, queueJob, removeJob } from './jobs.sql.ts';

/** RECEIVING: the bytes are still arriving. */
export type JobState = 'RECEIVING' | 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
export type ItemState = 'PENDING' | 'DONE' | 'FAILED';
export type ItemAction = 'INGEST' | 'MOVE' | 'DELETE';

/**
 * Where the bytes of a file of a source are. They are read by the process that runs the job; only the command line
 * creates such items.
 */
export type ItemBytes =
  | { readonly kind: 'FILE'; readonly path: string }
  /** `remote` is its full name for rclone; what its bytes must be, as listed. */
  | { readonly kind: 'REMOTE'; readonly remote: string; readonly bytes: number; readonly hashes: RemoteHashes }
  /** A page that is already fetched. `name` has the extension of its format. */
  | {
      readonly kind: 'PAGE';
      readonly path: string;
      readonly name: string;
      readonly updatedAt: string | null;
      /** Of an address that was given by itself: where it led to, and what was said of its document. */
      readonly fetched?: { readonly url: string; readonly facts: DocumentFacts };
    };

/** By the name of the algorithm, hexadecimal. */
export type RemoteHashes = Readonly<Record<string, string>>;

/** A document that an integration sent as part of its source. */
export type Sent = FileStamp & { readonly sourceId: string };

interface SentFacts {
  readonly facts?: DocumentFacts;
  readonly sent?: Sent;
  /** Who may read it if the document does not say so itself. */
  readonly sourceGroups?: readonly string[];
}

type ItemSource =
  | (FileStamp & ItemBytes)
  | (SentFacts & { readonly kind: 'PAYLOAD' })
  | (SentFacts & { readonly kind: 'URL'; readonly url: string })
  | (FileStamp & { readonly kind: 'MOVED'; readonly from: string })
  | { readonly kind: 'GONE' }
  /** No document: what is stored is embedded with the embedder of this fingerprint. */
  | { readonly kind: 'VECTORS'; readonly model: string };

/** One file or document of a job. */
export interface JobItem {
  readonly ordinal: number;
  readonly name: string;
  readonly action: ItemAction;
  readonly source: ItemSource;
  /** Why the item is in the job. */
  readonly reason: string;
  readonly state: ItemState;
  /** One entry for each document; a data file has many. */
  readonly results: readonly IngestedDocument[];
  readonly finishedAt: Date | null;
}

interface JobCounts {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly moved: number;
  readonly deleted: number;
  readonly failed: number;
}

/** The latest step of a running job. */
export interface JobProgress extends IngestStep {
  /** Until the step is finished, by its rate so far; null: not known yet. */
  readonly secondsLeft: number | null;
}

/** One ingestion: of a folder, of uploads, of documents sent to the API. */
export interface IngestJob {
  readonly id: string;
  /** A readable description of what it ingests. */
  readonly label: string;
  readonly state: JobState;
  readonly total: number;
  readonly counts: JobCounts;
  readonly timings: IngestTimings | null;
  /** What it is doing; null unless it is running. */
  readonly progress: JobProgress | null;
  /** Why the whole job failed. A bad file alone never fails a job. */
  readonly error: UserError | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/**
 * Converts a row to an item. Only createJob and receiveUpload write `source`, so it always has the shape of ItemSource.
 */
export const toItem = (row: ItemRow): JobItem => ({
  ...row,
  finishedAt: row.finished_at,
  source: row.source as unknown as ItemSource,
});

export const isOver = (job: Pick<IngestJob, 'state'>): boolean =>
  job.state === 'COMPLETED' || job.state === 'FAILED' || job.state === 'CANCELLED';

export interface JobDraft {
  readonly label: string;
  readonly sourceId: string | null;
  readonly facts: DocumentFacts;
  readonly items: readonly Pick<JobItem, 'name' | 'action' | 'source' | 'reason'>[];
}

export interface JobParts extends IngestParts {
  /** Whether addresses on the private network may be fetched. */
  readonly allowPrivate: boolean;
  /** Runs after a job: hypotheticals, purging. Its faults never undo the job. */
  readonly afterJob?: ((job: JobRef, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

export interface JobRef {
  readonly workspaceId: string;
  readonly jobId: string;
}

export interface RunJobOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for each item that is over. */
  readonly onItem?: ((item: JobItem) => void) | undefined;
  /** Cancels the job: what is under way is dropped at once. Whoever aborts it marks the job as cancelled. */
  readonly cancelled?: AbortSignal | undefined;
  /** Called for each step within documents. */
  readonly onStep?: ((step: JobProgress) => void) | undefined;
  /** Called for each document. */
  readonly onDocument?:
    | ((progress: { readonly current: string; readonly documents: number; readonly chunks: number }) => void)
    | undefined;
}

/** Stores a job with its items. @returns its id */
export async function createJob(
  transaction: Transaction,
  workspaceId: string,
  draft: JobDraft,
  state: Extract<JobState, 'RECEIVING' | 'QUEUED'> = 'QUEUED',
): Promise<string> {
  const id = newId();
  await transaction.query(insertJob, {
    workspaceId,
    id,
    label: draft.label,
    state,
    sourceId: draft.sourceId,
    total: draft.items.length,
    options: JSON.stringify(draft.facts),
    now: new Date(),
  });
  await addItems(transaction, { workspaceId, jobId: id }, draft.items, 0);
  return id;
}

/** @param first the ordinal of the first item */
async function addItems(
  transaction: Transaction,
  { workspaceId, jobId }: { readonly workspaceId: string; readonly jobId: string },
  items: JobDraft['items'],
  first: number,
): Promise<void> {
  await transaction.query(insertItems, {
    workspaceId,
    jobId,
    ordinals: items.map((_, position) => first + position),
    names: items.map((item) => item.name),
    actions: items.map((item) => item.action),
    sources: items.map((item) => JSON.stringify(item.source)),
    reasons: items.map((item) => item.reason),
  });
}

/** Bytes of one stored part: no more of a file is held in memory. */
const partBytes = 1024 * 1024;

/**
 * Stores the files of an upload as a job that is ready to run. If one file fails, nothing is kept. @throws whatever
 * `files` throws
 */
export async function receiveUpload(
  database: Database,
  workspaceId: string,
  files: AsyncIterable<UploadedFile>,
  facts: UploadOptions,
): Promise<string> {
  const draft = { label: 'upload', sourceId: null, facts, items: [] };
  const jobId = await database.inWorkspace(workspaceId, (transaction) =>
    createJob(transaction, workspaceId, draft, 'RECEIVING'),
  );
  const job = { workspaceId, jobId };
  try {
    let count = 0;
    for await (const file of files) {
      await receiveFile(database, job, file, count);
      count += 1;
    }
    await database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(queueJob, { workspaceId, jobId, total: count }),
    );
    return jobId;
  } catch (error) {
    await database.inWorkspace(workspaceId, (transaction) => transaction.query(removeJob, { workspaceId, jobId }));
    throw error;
  }
}

async function receiveFile(database: Database, job: JobRef, file: UploadedFile, ordinal: number): Promise<void> {
  const item = { name: file.name, action: 'INGEST', source: { kind: 'PAYLOAD' }, reason: 'uploaded' } as const;
  await database.inWorkspace(job.workspaceId, (transaction) => addItems(transaction, job, [item], ordinal));
  let part = 0;
  for await (const bytes of parts(file.content)) {
    const values = { workspaceId: job.workspaceId, jobId: job.jobId, ordinal, part, bytes };
    await database.inWorkspace(job.workspaceId, (transaction) => transaction.query(insertPayload, values));
    part += 1;
  }
}

async function* parts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of content) {
    held.push(bytes);
    size += bytes.length;
    if (size < partBytes) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}
