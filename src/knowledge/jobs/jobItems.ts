import { CandorError, isCandorError } from '../../errors.ts';
import type { CanonicalDocument } from '../ingest/canonical.ts';
import type { DocumentFacts, DocumentInput, IngestedDocument, IngestTimings } from '../document.ts';
import { failedDocument, ingest } from '../ingest/ingest.ts';
import { endItem, listItems, removePayload } from './jobs.sql.ts';
import { findRivalFile } from '../sync/manifest.sql.ts';
import { forgetFile, moveFile, noteFile } from '../sync/manifest.ts';
import { toItem, type ItemAction, type JobItem, type JobParts, type JobRef, type RunJobOptions } from './job.ts';
import { openItem } from './openItem.ts';

interface Taken extends JobRef {
  readonly sourceId: string | null;
  readonly facts: DocumentFacts;
}

/** An item whose documents are on their way through the pipeline. */
interface OpenItem {
  readonly item: JobItem;
  readonly results: IngestedDocument[];
  waiting: number;
  read: boolean;
}

const pageSize = 500;

/** The items of one job while this process works on them: moves first, then what is read, then what is gone. */
export class JobItems {
  readonly #parts: JobParts;
  readonly #job: Taken;
  readonly #options: RunJobOptions;
  /** One entry a document under way, in order: results come in that order too. */
  readonly #underWay: OpenItem[] = [];
  /** Which item a document under way is of, and which item brought a key and date first. */
  readonly #origins = new WeakMap<DocumentInput, JobItem>();
  readonly #brought = new Map<string, JobItem>();
  #timings: IngestTimings | null = null;

  constructor(parts: JobParts, job: Taken, options: RunJobOptions) {
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
      try {
        for await (const document of openItem(
          { ...this.#parts, ...this.#job, signal: this.#options.signal },
          item,
          this.#job.facts,
          (name, problem) => {
            open.results.push(badLine(name, problem));
          },
        )) {
          open.waiting += 1;
          this.#underWay.push(open);
          this.#origins.set(document, item);
          yield document;
        }
      } catch (error) {
        if (isCandorError(error, 'CANCELLED')) throw error;
        open.results.push(failedDocument(item.name, error));
      }
      open.read = true;
      if (open.waiting === 0) await this.#finish(open);
    }
  }

  /** Two files, or two lines, with one id and no dates to tell them apart would replace each other in silence. */
  async #admit(canonical: CanonicalDocument, input: DocumentInput): Promise<void> {
    const item = this.#origins.get(input);
    if (!item) return;
    const { key, effectiveFrom } = canonical;
    const name = JSON.stringify([key, effectiveFrom?.getTime() ?? null]);
    const first = this.#brought.get(name);
    if (first) throw doubled(key, first === item ? 'another line of this file' : first.name);
    this.#brought.set(name, item);
    const { workspaceId, sourceId } = this.#job;
    if (sourceId === null) return;
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
    const { workspaceId, jobId, sourceId } = this.#job;
    const state = results.length > 0 && results.every((result) => result.status === 'FAILED') ? 'FAILED' : 'DONE';
    await this.#parts.database.inWorkspace(workspaceId, async (transaction) => {
      const file = sourceId === null ? null : { workspaceId, sourceId, path: item.name };
      if (file && item.source.kind === 'FILE') await noteFile(transaction, file, item.source, results);
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

function doubled(key: string, other: string): CandorError {
  return new CandorError('DOCUMENT_INVALID', `The id ${JSON.stringify(key)} is also that of ${other}.`, {
    details: { key, other },
    remedy: 'Give the documents different ids, or, where they are versions of one document, an `effective` date each.',
  });
}

function badLine(name: string, problem: string): IngestedDocument {
  return failedDocument(name, new CandorError('DOCUMENT_INVALID', `The line holds no document: ${problem}.`));
}
