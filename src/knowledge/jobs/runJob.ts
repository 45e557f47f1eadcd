import { newId } from '../../db/statement.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { DocumentFacts, DocumentInput, IngestedDocument, IngestTimings } from '../document.ts';
import type { CanonicalDocument } from '../ingest/canonical.ts';
import { failedDocument, ingest, type IngestOptions, userError } from '../ingest/ingest.ts';
import { reEmbed } from '../ingest/reEmbed.ts';
import { findRivalFile } from '../sync/manifest.sql.ts';
import { adoptDocuments, findForeignDocument } from '../sync/sources.sql.ts';
import { type FileStamp, forgetFile, moveFile, noteFile } from '../sync/manifest.ts';
import { type ItemAction, type JobItem, type JobParts, type JobRef, type RunJobOptions, toItem } from './job.ts';
import { createProgressNotes } from './progress.ts';
import { endItem, endJob, listItems, releaseLease, removePayload, renewLease, takeLease } from './jobs.sql.ts';
import { openItem, reviveFacts } from './openItem.ts';

/** A process that has not renewed for this long is dead. Below the lease of the queue (`db/queue.ts`), which hands on. */
const leaseSeconds = 20;
const renewMillis = 5_000;

/** Identifies this process among all that work on the same database. */
export const leaseOwner = newId();

/**
 * Works on a job until it is over. Each item is marked as done in one transaction after its documents are stored. A job
 * that was killed resumes with the remaining items; a document that is already stored is found unchanged.
 * @returns false if the job is already over or another process has it
 * @throws CANCELLED when `signal` aborts: the job is released and resumes later
 */
export async function runJob(parts: JobParts, ref: JobRef, options: RunJobOptions = {}): Promise<boolean> {
  const values = {
    workspaceId: ref.workspaceId,
    jobId: ref.jobId,
    leaseOwner,
    isAlone: parts.database.kind === 'embedded',
    now: new Date(),
    leaseSeconds,
  };
  const [taken] = await parts.database.inWorkspace(ref.workspaceId, (transaction) =>
    transaction.query(takeLease, values),
  );
  if (!taken) return false;
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, options.cancelled, lost.signal].filter((each) => each !== undefined));
  const onLost = () => {
    lost.abort();
  };
  const progress = createProgressNotes(parts, ref, leaseOwner, onLost);
  const items = new JobItems(
    parts,
    { ...ref, sourceId: taken.source_id, facts: reviveFacts(taken.options) },
    {
      ...options,
      signal,
      onStep: (step) => {
        options.onStep?.(progress.note(step));
      },
    },
  );
  const stopRenewing = keepLease(parts, ref, items, onLost);
  try {
    await items.run();
    await end(parts, ref, 'COMPLETED', items.timings, null);
  } catch (error) {
    await giveUp(parts, ref, error, { signal: options.signal, timings: items.timings });
  } finally {
    stopRenewing();
    progress.stop();
  }
  return true;
}

/**
 * Renews the lease until the returned function is called. A failed renewal is retried. If the lease expires, another
 * process may take the job as well; both then find stored documents unchanged.
 */
function keepLease(parts: JobParts, { workspaceId, jobId }: JobRef, items: JobItems, onLost: () => void): () => void {
  const renew = async () => {
    const values = {
      workspaceId,
      jobId,
      leaseOwner,
      leaseSeconds,
      timings: JSON.stringify(items.timings),
    };
    const rows = await parts.database.inWorkspace(workspaceId, (transaction) => transaction.query(renewLease, values));
    if (rows.length === 0) onLost();
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      parts.log.warn('lease not renewed', { jobId, error: messageOf(error) });
    });
  }, renewMillis);
  return () => {
    clearInterval(timer);
  };
}

/**
 * Leaves a cancelled job cancelled, releases an interrupted one, and ends the job as failed for a fault that concerns
 * the whole job.
 */
async function giveUp(
  parts: JobParts,
  ref: JobRef,
  error: unknown,
  at: { readonly signal: AbortSignal | undefined; readonly timings: IngestTimings | null },
): Promise<void> {
  if (isCandorError(error, 'CANCELLED')) {
    await parts.database.inWorkspace(ref.workspaceId, (transaction) =>
      transaction.query(releaseLease, { workspaceId: ref.workspaceId, jobId: ref.jobId, leaseOwner }),
    );
    if (at.signal?.aborted) throw error;
    return;
  }
  parts.log.error('ingest job failed', { jobId: ref.jobId, error: messageOf(error) });
  await end(parts, ref, 'FAILED', at.timings, error);
}

async function end(
  { database }: JobParts,
  { workspaceId, jobId }: JobRef,
  state: 'COMPLETED' | 'FAILED',
  timings: IngestTimings | null,
  error: unknown,
): Promise<void> {
  const fault = error === null ? null : JSON.stringify(userError(error));
  await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(endJob, {
      workspaceId,
      jobId,
      state,
      timings: timings && JSON.stringify(timings),
      error: fault,
      now: new Date(),
    }),
  );
}

interface Taken extends JobRef {
  readonly sourceId: string | null;
  readonly facts: DocumentFacts;
}

/** An item whose documents are in the pipeline. */
interface OpenItem {
  readonly item: JobItem;
  readonly results: IngestedDocument[];
  waiting: number;
  read: boolean;
}

const pageSize = 500;

type ItemOptions = Omit<RunJobOptions, 'onStep'> & Pick<IngestOptions, 'onStep'>;

/** Processes the items of one job: first moves, then files to ingest, then deletions. */
class JobItems {
  readonly #parts: JobParts;
  readonly #job: Taken;
  readonly #options: ItemOptions;
  /** One entry for each document in the pipeline. Results arrive in the same order. */
  readonly #underWay: OpenItem[] = [];
  /** The item that each document in the pipeline belongs to, and the first item that had a given key and date. */
  readonly #origins = new WeakMap<DocumentInput, JobItem>();
  readonly #brought = new Map<string, JobItem>();
  /** What addresses of sources gave, which nobody knew before. */
  readonly #fetched = new WeakMap<JobItem, FileStamp>();
  #timings: IngestTimings | null = null;

  constructor(parts: JobParts, job: Taken, options: ItemOptions) {
    this.#parts = parts;
    this.#job = job;
    this.#options = options;
  }

  get timings(): IngestTimings | null {
    return this.#timings;
  }

  async run(): Promise<void> {
    await this.#finishAll('MOVE');
    const summary = await ingest(this.#parts, this.#job.workspaceId, this.#documents(), {
      signal: this.#options.signal,
      admit: (canonical, input) => this.#admit(canonical, input),
      onResult: (result) => this.#note(result),
      onStep: this.#options.onStep,
      onProgress: ({ current, done, chunks, timings }) => {
        this.#timings = timings;
        this.#options.onDocument?.({ current, documents: done, chunks });
      },
    });
    this.#timings = summary.timings;
    await this.#finishAll('DELETE');
  }

  async #finishAll(action: ItemAction): Promise<void> {
    for await (const item of this.#pending(action)) await this.#finish({ item, results: [], waiting: 0, read: true });
  }

  async *#documents(): AsyncGenerator<DocumentInput> {
    for await (const item of this.#pending('INGEST')) {
      const open: OpenItem = { item, results: [], waiting: 0, read: false };
      if (item.source.kind === 'VECTORS') {
        await this.#renewVectors(item.source.model);
        await this.#finish({ ...open, read: true });
        continue;
      }
      try {
        for await (const document of openItem(
          {
            ...this.#parts,
            ...this.#job,
            signal: this.#options.signal,
            onFetched: (fetched, stamp) => this.#fetched.set(fetched, stamp),
          },
          item,
          this.#job.facts,
          (name, problem) => {
            open.results.push(badLine(name, problem));
          },
        )) {
          open.waiting += 1;
          this.#underWay.push(open);
          const own = { ...document, sourceId: sourceOf(item, this.#job) ?? undefined };
          this.#origins.set(own, item);
          yield own;
        }
      } catch (error) {
        if (isCandorError(error, 'CANCELLED')) throw error;
        open.results.push(failedDocument(item.name, error));
      }
      open.read = true;
      if (open.waiting === 0) await this.#finish(open);
    }
  }

  /** Nothing is lost if the process is killed meanwhile: the next one goes on where this one was. */
  async #renewVectors(model: string): Promise<void> {
    const embedder = this.#parts.embedders?.named(model);
    if (!embedder) throw new CandorError('INTERNAL', `This process has no embedder ${model}.`);
    const { signal, onStep } = this.#options;
    await reEmbed({ database: this.#parts.database, embedder }, this.#job.workspaceId, {
      signal,
      continues: true,
      onProgress: ({ done, total, current }) => onStep?.({ phase: 'EMBEDDING', current, done, total }),
    });
  }

  /**
   * Rejects a document whose id and date another file or line already has: the two would silently replace each other.
   */
  async #admit(canonical: CanonicalDocument, input: DocumentInput): Promise<void> {
    const item = this.#origins.get(input);
    if (!item) return;
    const { key, effectiveFrom } = canonical;
    const name = JSON.stringify([key, effectiveFrom?.getTime() ?? null]);
    const first = this.#brought.get(name);
    if (first) throw doubled(key, first === item ? 'another line of this file' : first.name);
    this.#brought.set(name, item);
    const { workspaceId } = this.#job;
    const sourceId = sourceOf(item, this.#job);
    if (sourceId === null) return;
    if (item.source.kind !== 'FILE') {
      const [foreign] = await this.#parts.database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(findForeignDocument, { workspaceId, sourceId, key }),
      );
      // An address may be given for what was sent by hand: whoever sends it replaces that, as ever.
      if (foreign && (foreign.source_id !== null || !this.#fetched.has(item))) throw notItsOwn(key);
    }
    const values = { workspaceId, sourceId, path: item.name, key, effectiveFrom: effectiveFrom ?? null };
    const [rival] = await this.#parts.database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(findRivalFile, values),
    );
    if (rival) throw doubled(key, rival.path);
  }

  async #note(result: IngestedDocument): Promise<void> {
    const open = this.#underWay.shift();
    if (!open) return;
    open.results.push(result);
    open.waiting -= 1;
    if (open.read && open.waiting === 0) await this.#finish(open);
  }

  async *#pending(action: ItemAction): AsyncGenerator<JobItem> {
    const { workspaceId, jobId } = this.#job;
    for (let after = -1; ;) {
      const values = { workspaceId, jobId, after, limit: pageSize, state: 'PENDING', action };
      const rows = await this.#parts.database.inWorkspace(
        workspaceId,
        (transaction) => transaction.query(listItems, values),
        { signal: this.#options.signal },
      );
      for (const row of rows) {
        after = row.ordinal;
        yield toItem(row);
      }
      if (rows.length < pageSize) return;
    }
  }

  async #finish({ item, results }: OpenItem): Promise<void> {
    const { workspaceId, jobId } = this.#job;
    const sourceId = sourceOf(item, this.#job);
    const state = results.length > 0 && results.every((result) => result.status === 'FAILED') ? 'FAILED' : 'DONE';
    await this.#parts.database.inWorkspace(workspaceId, async (transaction) => {
      const file = sourceId === null ? null : { workspaceId, sourceId, path: item.name };
      const stamp = this.#fetched.get(item) ?? stampOf(item);
      if (file && stamp) await noteFile(transaction, file, stamp, results);
      if (file && this.#fetched.has(item)) {
        const documentIds = results.flatMap(({ documentId }) => documentId ?? []);
        await transaction.query(adoptDocuments, { workspaceId, sourceId: file.sourceId, documentIds });
      }
      if (file && item.source.kind === 'MOVED') await moveFile(transaction, file, item.source.from, item.source);
      if (file && item.source.kind === 'GONE') await forgetFile(transaction, file);
      await transaction.query(endItem, {
        workspaceId,
        jobId,
        ordinal: item.ordinal,
        state,
        results: JSON.stringify(results),
        now: new Date(),
      });
      await transaction.query(removePayload, { workspaceId, jobId, ordinal: item.ordinal });
    });
    this.#options.onItem?.({ ...item, state, results });
  }
}

/** The source that an item is of; null: it was sent by hand. */
function sourceOf({ source }: JobItem, { sourceId }: Taken): string | null {
  return source.kind === 'PAYLOAD' || source.kind === 'URL' ? (source.sent?.sourceId ?? null) : sourceId;
}

/** What is noted of an item that is read; undefined for one that is not of a source, or not read. */
function stampOf({ source }: JobItem): FileStamp | undefined {
  if (source.kind === 'FILE' || source.kind === 'REMOTE' || source.kind === 'PAGE') return source;
  return source.kind === 'PAYLOAD' || source.kind === 'URL' ? source.sent : undefined;
}

function notItsOwn(key: string): CandorError {
  return new CandorError('DOCUMENT_INVALID', `The key ${JSON.stringify(key)} is that of a document from elsewhere.`, {
    details: { key },
    remedy: 'A source replaces only what came from it. Purge the other document, or give this one another key.',
  });
}

function doubled(key: string, other: string): CandorError {
  return new CandorError('DOCUMENT_INVALID', `The id ${JSON.stringify(key)} is also that of ${other}.`, {
    details: { key, other },
    remedy: 'Give the documents different ids, or, where they are versions of one document, an `effective` date each.',
  });
}

function badLine(name: string, problem: string): IngestedDocument {
  return failedDocument(name, new CandorError('DOCUMENT_INVALID', `The line holds no document: ${problem}.`));
}
