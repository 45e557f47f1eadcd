import type { Database } from '../../db/database.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embedder.ts';
import { draftDocument, type DraftDocument, type Window } from '../cut/draftDocument.ts';
import type {
  DocumentInput,
  IngestedDocument,
  IngestProgress,
  IngestSummary,
  IngestTimings,
  UserError,
} from '../document.ts';
import type { ParserThread } from '../formats/parserThread.ts';
import {
  type EmbeddedWindow,
  findUnchanged,
  type PreparedDocument,
  type StoredDocument,
  storeVersion,
} from '../store/storeVersion.ts';
import { canonicalDocument, type CanonicalDocument } from './canonical.ts';
import { claimEmbedder } from '../../workspaces/workspaces.ts';

export interface IngestParts {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly parser: Pick<ParserThread, 'parse'>;
  /** The language in which the parser recognises pages that are pictures; undefined: it does not. */
  readonly ocr?: string | undefined;
  readonly log: Log;
}

export interface IngestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined;
  /** Told after each document's transaction has ended, in the order of the documents. */
  readonly onResult?: ((result: IngestedDocument) => Promise<void>) | undefined;
  /** Asked once a document is read; what it throws is told for that document, which is not stored. */
  readonly admit?: ((canonical: CanonicalDocument, input: DocumentInput) => Promise<void>) | undefined;
  /** How many documents will come, when known. */
  readonly total?: number | undefined;
}

/**
 * Documents that are embedded in one call: enough to keep the embedder's worker busy while the batch before is stored;
 * in bytes, so that large files come alone.
 */
const batchLimits = { count: 16, size: 500_000 };

type Cut =
  | { readonly key: string; readonly failed: unknown }
  | { readonly key: string; readonly unchanged: StoredDocument }
  | { readonly key: string; readonly draft: DraftDocument };

type Item =
  Exclude<Cut, { readonly draft: DraftDocument }> | { readonly key: string; readonly prepared: PreparedDocument };

interface Work extends IngestParts, Pick<IngestOptions, 'signal' | 'admit'> {
  readonly workspaceId: string;
  readonly stopwatch: Stopwatch;
}

/**
 * Stores documents in order, each in a transaction of its own. What is stored already is not embedded again.
 * While one batch is stored, the next is embedded and the one after it is read.
 * @throws EMBEDDER_MISMATCH before anything is read; CANCELLED. Everything else is told per document.
 */
export async function ingest(
  parts: IngestParts,
  workspaceId: string,
  documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>,
  options: IngestOptions = {},
): Promise<IngestSummary> {
  await claimEmbedder(parts.database, workspaceId, parts.embedder.fingerprint);
  const work: Work = {
    ...parts,
    workspaceId,
    signal: options.signal,
    admit: options.admit,
    stopwatch: createStopwatch(),
  };
  const results: IngestedDocument[] = [];
  let chunks = 0;
  const cut = ahead(batches(documents, batchLimits, sizeOf), (batch) => cutBatch(work, batch));
  for await (const batch of ahead(cut, (items) => embedBatch(work, items))) {
    for (const item of batch) {
      const result = await work.stopwatch.time('storeMillis', () => storeItem(work, item));
      results.push(result);
      if ('prepared' in item) chunks += item.prepared.chunks.length;
      await options.onResult?.(result);
      options.onProgress?.({
        done: results.length,
        total: Math.max(options.total ?? 0, results.length),
        current: item.key,
        chunks,
        timings: work.stopwatch.read(),
      });
    }
  }
  const summary = summarise(results, work.stopwatch);
  if (summary.createdCount + summary.updatedCount > 0) await parts.database.refreshStatistics();
  return summary;
}

function sizeOf(input: DocumentInput): number {
  return input.text === undefined ? input.bytes.length : input.text.length;
}

async function cutBatch(work: Work, batch: readonly DocumentInput[]): Promise<Cut[]> {
  const items: Cut[] = [];
  for (const input of batch) items.push(await cutDocument(work, input));
  return items;
}

async function cutDocument(work: Work, input: DocumentInput): Promise<Cut> {
  const { database, workspaceId, signal, stopwatch } = work;
  try {
    const canonical = await stopwatch.time('parseMillis', () => canonicalDocument(input, work));
    await work.admit?.(canonical, input);
    const unchanged = await database.inWorkspace(
      workspaceId,
      (transaction) => findUnchanged(transaction, workspaceId, canonical),
      { signal },
    );
    if (unchanged) return { key: canonical.key, unchanged };
    return {
      key: canonical.key,
      draft: await stopwatch.time('chunkMillis', () =>
        Promise.resolve(draftDocument(canonical, work.embedder.maxWords)),
      ),
    };
  } catch (failed) {
    if (isCandorError(failed, 'CANCELLED')) throw failed;
    return { key: input.key, failed };
  }
}

async function embedBatch(work: Work, items: readonly Cut[]): Promise<Item[]> {
  const drafts = items.flatMap((item) => ('draft' in item ? [item.draft] : []));
  try {
    const lists = drafts.flatMap((draft) => draft.chunks.map((piece) => piece.windows));
    const embedded =
      lists.length > 0
        ? await work.stopwatch.time('embedMillis', () => embedWindows(work.embedder, lists, work.signal))
        : [];
    let position = 0;
    const take = (draft: DraftDocument) => embedded.slice(position, (position += draft.chunks.length));
    return items.map((item) =>
      'draft' in item
        ? { key: item.key, prepared: { ...item.draft, vectors: take(item.draft), model: work.embedder.fingerprint } }
        : item,
    );
  } catch (failed) {
    if (isCandorError(failed, 'CANCELLED')) throw failed;
    return items.map((item) => ('draft' in item ? { key: item.key, failed } : item));
  }
}

async function storeItem(work: Work, item: Item): Promise<IngestedDocument> {
  if ('unchanged' in item) return { key: item.key, ...item.unchanged, error: null };
  try {
    if ('failed' in item) throw item.failed;
    return { key: item.key, ...(await storeOnce(work, item.prepared)), error: null };
  } catch (error) {
    if (isCandorError(error, 'CANCELLED')) throw error;
    work.log.warn('document not ingested', { document: item.key, error: messageOf(error) });
    return failedDocument(item.key, error);
  }
}

/** SQLSTATE unique_violation: another ingestion stored the same key in between; the second try finds it there. */
const uniqueViolation = '23505';

async function storeOnce({ database, workspaceId, signal }: Work, prepared: PreparedDocument): Promise<StoredDocument> {
  const store = () =>
    database.inWorkspace(workspaceId, (transaction) => storeVersion(transaction, workspaceId, prepared), { signal });
  try {
    return await store();
  } catch (error) {
    if (isCandorError(error, 'DATABASE_FAILED') && error.details['sqlState'] === uniqueViolation) return store();
    throw error;
  }
}

/** What became of a document that could not be taken in. */
export function failedDocument(key: string, error: unknown): IngestedDocument {
  return { key, status: 'FAILED', documentId: null, versionId: null, error: userError(error) };
}

/** A fault as data. */
export function userError(error: unknown): UserError {
  const known = isCandorError(error) ? error : new CandorError('INTERNAL', messageOf(error), { cause: error });
  return { code: known.code, message: known.message, remedy: known.remedy };
}

function summarise(results: readonly IngestedDocument[], stopwatch: Stopwatch): IngestSummary {
  const count = (status: IngestedDocument['status']) => results.filter((result) => result.status === status).length;
  return {
    results,
    createdCount: count('CREATED'),
    updatedCount: count('UPDATED'),
    unchangedCount: count('UNCHANGED'),
    failedCount: count('FAILED'),
    timings: stopwatch.read(),
  };
}

/** Embeds lists of windows in one call and gives them back in the same lists. */
export async function embedWindows(
  embedder: Embedder,
  lists: readonly (readonly Window[])[],
  signal: AbortSignal | undefined,
): Promise<EmbeddedWindow[][]> {
  const texts = lists.flat().map((window) => window.text);
  const vectors = texts.length > 0 ? await embedder.embedDocuments(texts, signal ? { signal } : {}) : [];
  let position = 0;
  return lists.map((list) =>
    list.map((window) => {
      const vector = vectors[position++] ?? new Float32Array(embedder.dimensions);
      return { window, vector };
    }),
  );
}

/**
 * Runs `work` on the next item while the consumer is busy with the one before; results in the order of `source`. Put
 * one behind the other, each stage works on an item of its own at the same time, and no more than one waits between two
 * stages.
 */
async function* ahead<Item, Result>(
  source: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let pending: Promise<Result> | undefined;
  for await (const item of source) {
    const next = work(item);
    // A rejection is met when its turn comes; until then it must not count as unhandled.
    next.catch(() => undefined);
    if (pending) yield await pending;
    pending = next;
  }
  if (pending) yield await pending;
}

/** Groups items until a group has `count` of them or their sizes reach `size`. */
async function* batches<Item>(
  source: AsyncIterable<Item> | Iterable<Item>,
  limits: { readonly count: number; readonly size: number },
  sizeOf: (item: Item) => number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for await (const item of source) {
    batch.push(item);
    size += sizeOf(item);
    if (batch.length < limits.count && size < limits.size) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

type Stage = Exclude<keyof IngestTimings, 'totalMillis'>;

/** Where the time of an ingestion goes. */
interface Stopwatch {
  /** Counts the time until `work` settles; time that two calls of a stage share is counted once. */
  time<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result>;
  read(): IngestTimings;
}

interface Counter {
  millis: number;
  running: number;
  since: number;
}

function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const started = now();
  const counters: Record<Stage, Counter> = {
    parseMillis: { millis: 0, running: 0, since: 0 },
    chunkMillis: { millis: 0, running: 0, since: 0 },
    embedMillis: { millis: 0, running: 0, since: 0 },
    storeMillis: { millis: 0, running: 0, since: 0 },
  };
  return {
    async time(stage, work) {
      const counter = counters[stage];
      if (counter.running === 0) counter.since = now();
      counter.running += 1;
      try {
        return await work();
      } finally {
        counter.running -= 1;
        if (counter.running === 0) counter.millis += now() - counter.since;
      }
    },
    read: () => ({
      totalMillis: now() - started,
      parseMillis: counters.parseMillis.millis,
      chunkMillis: counters.chunkMillis.millis,
      embedMillis: counters.embedMillis.millis,
      storeMillis: counters.storeMillis.millis,
    }),
  };
}
