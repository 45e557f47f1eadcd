import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from '../../db/queue.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { DocumentInput, Page } from '../document.ts';
import { readCursor, toPage, type PageRequest } from '../page.ts';
import {
  countJobs,
  endJob,
  findJobs,
  findRenewal,
  freeLeases,
  insertPayload,
  type JobRow,
  listItems,
  listUnfinishedJobs,
  removeJob,
} from './jobs.sql.ts';
import type { UploadedFile, UploadOptions } from '../ingest/upload.ts';
import {
  createJob,
  type IngestJob,
  isOver,
  type JobDraft,
  type JobItem,
  type JobParts,
  type JobRef,
  receiveUpload,
  type Sent,
  toItem,
} from './job.ts';
import { createLiveJobs, type LiveJobs } from './liveJobs.ts';
import { leaseOwner, runJob } from './runJob.ts';

/** A document to ingest later: its text, its bytes or its address, and the source that it is part of. */
export type QueuedDocument = (
  | DocumentInput
  | (Omit<DocumentInput, 'text' | 'bytes'> & { readonly fetchUrl: string })
) & { readonly sent?: Sent | undefined };

/**
 * Ingestions that continue after the call returns. They are stored in the database, run by a process that serves, and
 * resumed after a crash.
 */
export interface Jobs {
  /** @throws whatever `files` throws; nothing is kept then */
  upload(
    workspaceId: string,
    files: AsyncIterable<UploadedFile>,
    facts: UploadOptions,
  ): Promise<{ readonly id: string }>;
  submit(workspaceId: string, documents: readonly QueuedDocument[]): Promise<IngestJob>;
  find(workspaceId: string, id: string): Promise<IngestJob | undefined>;
  /** @throws NOT_FOUND */
  require(workspaceId: string, id: string): Promise<IngestJob>;
  list(workspaceId: string, page: PageRequest): Promise<Page<IngestJob>>;
  count(workspaceId: string): Promise<number>;
  /** Returns items in order, beginning with the first whose ordinal is above `after`. */
  items(workspaceId: string, id: string, first: number, after: number): Promise<readonly JobItem[]>;
  /** Cancels a job. Documents that are already stored stay; the rest is skipped. @throws NOT_FOUND */
  cancel(workspaceId: string, id: string): Promise<IngestJob>;
  /** Yields the job whenever it changes, for the last time when it is over. @throws NOT_FOUND */
  watch(workspaceId: string, id: string, signal?: AbortSignal): AsyncIterable<IngestJob>;
  /**
   * Embeds what is stored with the embedder that the workspace should have, if its vectors are of another: in a process
   * that serves as a job in the background, else at once. Old vectors answer until it is complete. What a person stopped
   * is not begun again by itself; what failed is tried again.
   * @param options.after the job that is just over, which is not repeated if it was this one and failed
   */
  renewVectors(workspaceId: string, options?: RenewOptions): Promise<void>;
  /** Counts the unfinished ingestions by state, without those that read files from one machine. */
  open(workspaceId: string): Promise<Record<OpenState, number>>;
  /** Starts to work on queued jobs, and resumes the given workspace's jobs whose process has died. */
  start(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

interface RenewOptions {
  readonly signal?: AbortSignal | undefined;
  readonly after?: string | undefined;
}

type OpenState = 'RECEIVING' | 'QUEUED' | 'RUNNING';

const queueName = 'candor-ingest';
/** Fast enough for a user to see progress, and cheap: a query of 1 ms twice a second. */
const watchMillis = 500;

export function createJobs(parts: JobParts): Jobs {
  return new DatabaseJobs(parts);
}

class DatabaseJobs implements Jobs {
  readonly #parts: JobParts;
  readonly #stopping = new AbortController();
  readonly #live: LiveJobs = createLiveJobs();
  #queue: Promise<Queue> | undefined;
  #works = false;

  constructor(parts: JobParts) {
    this.#parts = parts;
  }

  async upload(
    workspaceId: string,
    files: AsyncIterable<UploadedFile>,
    facts: UploadOptions,
  ): Promise<{ readonly id: string }> {
    const jobId = await receiveUpload(this.#parts.database, workspaceId, files, facts);
    await this.#sendOrRemove({ workspaceId, jobId });
    return { id: jobId };
  }

  async submit(workspaceId: string, documents: readonly QueuedDocument[]): Promise<IngestJob> {
    const jobId = await this.#parts.database.inWorkspace(workspaceId, async (transaction) => {
      const id = await createJob(transaction, workspaceId, draftOf(documents));
      for (const [ordinal, document] of documents.entries()) {
        if (!('fetchUrl' in document))
          await transaction.query(insertPayload, {
            workspaceId,
            jobId: id,
            ordinal,
            part: 0,
            bytes: document.text === undefined ? document.bytes : Buffer.from(document.text),
          });
      }
      return id;
    });
    await this.#sendOrRemove({ workspaceId, jobId });
    return this.require(workspaceId, jobId);
  }

  async find(workspaceId: string, id: string): Promise<IngestJob | undefined> {
    const ref = { workspaceId, jobId: id };
    const job = await this.#live.read(ref, 'job', () => this.#stored(workspaceId, id));
    // What this process is doing it knows better than the table, which is written once a second at most.
    const progress = this.#live.find(ref)?.progress ?? job?.progress ?? null;
    return job && { ...job, progress: job.state === 'RUNNING' ? progress : null };
  }

  async #stored(workspaceId: string, id: string): Promise<IngestJob | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.#parts.database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(findJobs, { workspaceId, ids: [id], limit: 1, createdBefore: null, idBefore: null }),
    );
    return row && toJob(row);
  }

  async list(workspaceId: string, page: PageRequest): Promise<Page<IngestJob>> {
    const cursor = readCursor(page);
    const values = {
      workspaceId,
      ids: null,
      limit: page.first + 1,
      createdBefore: cursor?.time ?? null,
      idBefore: cursor?.id ?? null,
    };
    const rows = await this.#parts.database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(findJobs, values),
    );
    return toPage(
      rows.map((row) => toJob(row)),
      page.first,
      (job) => ({ time: job.createdAt, id: job.id }),
    );
  }

  async count(workspaceId: string): Promise<number> {
    const [row] = await this.#parts.database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(countJobs, { workspaceId }),
    );
    return row?.total ?? 0;
  }

  async items(workspaceId: string, id: string, first: number, after: number): Promise<readonly JobItem[]> {
    const rows = await this.#live.read({ workspaceId, jobId: id }, `items ${first} ${after}`, () =>
      this.#parts.database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(listItems, { workspaceId, jobId: id, after, limit: first, state: null, action: null }),
      ),
    );
    return rows.map(toItem);
  }

  async cancel(workspaceId: string, id: string): Promise<IngestJob> {
    // First, because what is being stored may hold the only connection.
    this.#live.find({ workspaceId, jobId: id })?.stop.abort();
    found(await this.#stored(workspaceId, id), id);
    await this.#parts.database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(endJob, {
        workspaceId,
        jobId: id,
        state: 'CANCELLED',
        timings: null,
        error: null,
        now: new Date(),
      }),
    );
    return found(await this.#stored(workspaceId, id), id);
  }

  async *watch(workspaceId: string, id: string, signal?: AbortSignal): AsyncGenerator<IngestJob> {
    let shown = '';
    for (;;) {
      const job = await this.require(workspaceId, id);
      const now = JSON.stringify([job.state, job.counts, job.timings, job.progress]);
      if (now !== shown) yield job;
      shown = now;
      if (isOver(job)) return;
      await wait(watchMillis, undefined, signal ? { signal } : {}).catch(() => {
        throw new CandorError('CANCELLED', 'Watching was stopped.');
      });
    }
  }

  async open(workspaceId: string): Promise<Record<OpenState, number>> {
    const rows = await this.#parts.database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(listUnfinishedJobs, { workspaceId }),
    );
    const countOf = (state: OpenState) => rows.filter((row) => row.state === state).length;
    return { RECEIVING: countOf('RECEIVING'), QUEUED: countOf('QUEUED'), RUNNING: countOf('RUNNING') };
  }

  async start(workspaceId: string): Promise<void> {
    const queue = await this.#open();
    this.#works = true;
    await this.#resume(workspaceId);
    await queue.work(async ({ workspaceId: workspace = '', jobId = '' }) =>
      this.#work({ workspaceId: workspace, jobId }),
    );
  }

  async renewVectors(workspaceId: string, { signal, after }: RenewOptions = {}): Promise<void> {
    const { database, embedders } = this.#parts;
    const stored = await embedders?.stored(workspaceId);
    const wanted = stored && (await embedders?.wanted(workspaceId));
    if (!wanted || wanted === stored) return;
    const { fingerprint: model } = wanted;
    const job = await database.inWorkspace(workspaceId, async (transaction) => {
      const [known] = await transaction.query(findRenewal, { workspaceId, model, after: after ?? null });
      if (known) return null;
      return { workspaceId, jobId: await createJob(transaction, workspaceId, renewalDraft(model)) };
    });
    if (job === null) return;
    if (this.#works) await this.#sendOrRemove(job);
    else await runJob(this.#parts, job, { signal });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await (await this.#queue?.catch(() => undefined))?.stop();
  }

  /**
   * Resumes jobs after a restart. Only one process at a time can use the embedded database, so an earlier lease holder
   * is gone. On a server the lease decides, and the queue retries.
   */
  async #resume(workspaceId: string): Promise<void> {
    const { database } = this.#parts;
    if (database.kind !== 'embedded') return;
    const jobs = await database.inWorkspace(workspaceId, async (transaction) => {
      await transaction.query(freeLeases, { workspaceId, leaseOwner });
      return transaction.query(listUnfinishedJobs, { workspaceId });
    });
    for (const { job_id: jobId, state } of jobs) {
      // An upload that was still arriving when the process ended was never acknowledged.
      if (state === 'RECEIVING')
        await database.inWorkspace(workspaceId, (transaction) => transaction.query(removeJob, { workspaceId, jobId }));
      else await this.#send({ workspaceId, jobId });
    }
  }

  async #work(job: JobRef): Promise<void> {
    try {
      const taken = await this.#run(job);
      const other = taken ? undefined : await this.find(job.workspaceId, job.jobId);
      if (other && !isOver(other)) throw new CandorError('TIMEOUT', 'Another process works on this job.');
      if (taken) await this.#parts.afterJob?.(job, this.#stopping.signal);
    } catch (error) {
      if (!isCandorError(error, 'TIMEOUT'))
        this.#parts.log.warn('ingest job will be tried again', { jobId: job.jobId, error: messageOf(error) });
      throw error;
    }
  }

  async #run(job: JobRef): Promise<boolean> {
    const live = this.#live.begin(job);
    try {
      return await runJob(this.#parts, job, {
        signal: this.#stopping.signal,
        cancelled: live.stop.signal,
        onStep: (step) => {
          live.progress = step;
        },
      });
    } finally {
      this.#live.end(job);
    }
  }

  /** What the queue cannot take is not kept either: the caller learns that it failed, and would send it again. */
  async #sendOrRemove(job: JobRef): Promise<void> {
    try {
      await this.#send(job);
    } catch (error) {
      await this.#parts.database
        .inWorkspace(job.workspaceId, (transaction) => transaction.query(removeJob, job))
        .catch((fault: unknown) => {
          this.#parts.log.warn('ingest job left behind', { jobId: job.jobId, error: messageOf(fault) });
        });
      throw error;
    }
  }

  async #send(job: JobRef): Promise<void> {
    await (await this.#open()).send({ ...job });
  }

  #open(): Promise<Queue> {
    this.#queue ??= this.#parts.database.openQueue(queueName, (message) => {
      this.#parts.log.warn('job queue', { error: message });
    });
    return this.#queue;
  }

  async require(workspaceId: string, id: string): Promise<IngestJob> {
    return found(await this.find(workspaceId, id), id);
  }
}

/** @throws NOT_FOUND */
function found(job: IngestJob | undefined, id: string): IngestJob {
  if (job) return job;
  throw new CandorError('NOT_FOUND', 'This workspace has no such ingest job.', { details: { id } });
}

function draftOf(documents: readonly QueuedDocument[]): JobDraft {
  const items = documents.map((document) => {
    const {
      text: _text,
      bytes: _bytes,
      fetchUrl,
      sent,
      sourceGroups,
      key,
      ...facts
    } = document as DocumentInput & { readonly fetchUrl?: string; readonly sent?: Sent };
    const of = sent && { sent, sourceGroups: sourceGroups ?? [] };
    const source =
      fetchUrl === undefined
        ? ({ kind: 'PAYLOAD', facts, ...of } as const)
        : ({ kind: 'URL', url: fetchUrl, facts, ...of } as const);
    return { name: key, action: 'INGEST', source, reason: 'sent to the API' } as const;
  });
  const [only] = items;
  return {
    label: items.length === 1 && only ? only.name : `${items.length} documents`,
    sourceId: null,
    facts: {},
    items,
  };
}

function renewalDraft(model: string): JobDraft {
  const source = { kind: 'VECTORS', model } as const;
  const item = {
    name: model,
    action: 'INGEST',
    source,
    reason: 'the languages of the documents, or EMBEDDER',
  } as const;
  return { label: `embedding again with ${model}`, sourceId: null, facts: {}, items: [item] };
}

function toJob(row: JobRow): IngestJob {
  const { done, created, updated, unchanged, moved, deleted, failed } = row;
  return {
    id: row.job_id,
    label: row.label,
    state: row.state,
    total: row.total,
    counts: { done, created, updated, unchanged, moved, deleted, failed },
    timings: row.timings,
    progress: row.state === 'RUNNING' ? row.progress : null,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
