import { atMost } from '../../clock.ts';
import type { Database, TransactionOptions } from '../../db/database.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embedder.ts';
import { prepareChunks, type Window } from '../cut/prepareChunks.ts';
import type {
  DocumentInput,
  IngestedDocument,
  IngestProgress,
  IngestStep,
  IngestSummary,
  UserError,
} from '../document.ts';
import type { ParserProcess } from '../formats/process/parserProcess.ts';
import { findUnchanged, type StoredDocument } from '../store/findUnchanged.ts';
import { type EmbeddedWindow, type PreparedDocument, storeVersions } from '../store/storeVersions.ts';
import { canonicalDocument, type DraftDocument, type CanonicalDocument } from './canonical.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';
import { type Reach, togetherOrAlone } from './togetherOrAlone.ts';
import { claimEmbedder } from '../../workspaces/workspaces.ts';

export interface IngestParts {
  readonly database: Database;
  readonly embedder: Embedder;
  /** Without `cut`, texts are cut in this thread. */
  readonly parser: Pick<ParserProcess, 'parse'> & Partial<Pick<ParserProcess, 'cut'>>;
  /** The language in which the parser recognises scanned pages. Undefined: it does not recognise them. */
  readonly ocr?: string | undefined;
  readonly log: Log;
}

export interface IngestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined;
  /** Called for each step within documents: a large one takes minutes. */
  readonly onStep?: ((step: IngestStep) => void) | undefined;
  /** Called for each document after its transaction has ended, in the order of the documents. */
  readonly onResult?: ((result: IngestedDocument) => Promise<void>) | undefined;
  /** Called once a document is read. If it throws, the error is reported for that document, which is not stored. */
  readonly admit?: ((canonical: CanonicalDocument, input: DocumentInput) => Promise<void>) | undefined;
  /** The number of documents to expect, if known. */
  readonly total?: number | undefined;
  /**
   * Somebody waits for the results. Each statement has a time limit, and once the database was unreachable, no further
   * document is tried: the caller learns at once what is stored and what is to be sent again.
   */
  readonly isAwaited?: boolean | undefined;
}

/**
 * Limits of a statement of an awaited ingestion. The second is for the text that it stores: 12 MB take many seconds, and
 * another ingestion may hold the rows of common words for as long.
 */
const statementMillis = 30_000;
const millisPerCharacter = 0.06;
/** How long statistics may hold up results. */
const statisticsMillis = 30_000;

/**
 * Limits on the documents embedded in one call: enough to keep the embedder's worker busy while the previous batch is
 * stored. `size` is in bytes, so that large files come alone.
 */
const batchLimits = { count: 16, size: 500_000 };

/**
 * Limits on the documents stored in one transaction, by their number and the characters of their texts. Sixteen short
 * documents take as many statements as one. The text is limited because queries to the embedded database wait for the
 * transaction.
 */
const transactionLimits = { count: 16, size: 32_000 };

type Cut =
  | { readonly key: string; readonly failed: unknown }
  | { readonly key: string; readonly unchanged: StoredDocument }
  | { readonly key: string; readonly draft: DraftDocument };

type Item =
  | Exclude<Cut, { readonly draft: DraftDocument }>
  | { readonly key: string; readonly prepared: PreparedDocument };

interface Work extends IngestParts, Pick<IngestOptions, 'signal' | 'admit' | 'isAwaited' | 'onStep'> {
  readonly workspaceId: string;
  readonly stopwatch: Stopwatch;
  readonly reach: Reach;
}

/**
 * Stores documents in order, several short ones in a transaction. If one of them fails, each is retried in its own
 * transaction. Documents that are already stored are not embedded again. While one batch is stored, the next is
 * embedded and the one after that is read.
 * @throws EMBEDDER_MISMATCH before anything is read; CANCELLED. All other errors are reported per document.
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
    isAwaited: options.isAwaited,
    onStep: options.onStep,
    reach: options.isAwaited ? { fault: undefined } : null,
    stopwatch: createStopwatch(),
  };
  const results: IngestedDocument[] = [];
  let chunks = 0;
  const cut = ahead(batches(documents, batchLimits, sizeOf), (batch) => cutBatch(work, batch));
  for await (const batch of ahead(cut, (items) => embedBatch(work, items))) {
    for (const group of transactionGroups(batch)) {
      const stored = await work.stopwatch.time('storeMillis', () => storeGroup(work, group));
      for (const [position, result] of stored.entries()) {
        const item = group[position];
        results.push(result);
        if (item && 'prepared' in item) chunks += item.prepared.chunks.length;
        await options.onResult?.(result);
        options.onProgress?.({
          done: results.length,
          total: Math.max(options.total ?? 0, results.length),
          current: result.key,
          chunks,
          timings: work.stopwatch.read(),
        });
      }
    }
  }
  const summary = summarise(results, work.stopwatch);
  if (summary.createdCount + summary.updatedCount > 0 && !work.reach?.fault) await refreshStatistics(parts);
  return summary;
}

/** What is stored is reported as stored, whatever becomes of the statistics. */
async function refreshStatistics({ database, log }: IngestParts): Promise<void> {
  const refreshed = database.refreshStatistics().catch((error: unknown) => {
    log.warn('statistics were not refreshed', { error: messageOf(error) });
  });
  await atMost(refreshed, statisticsMillis);
}

function sizeOf(input: DocumentInput): number {
  return input.text === undefined ? input.bytes.length : input.text.length;
}

type Read =
  | { readonly key: string; readonly failed: unknown }
  | { readonly key: string; readonly canonical: CanonicalDocument };

/** Reads documents, and cuts those that are not yet stored. */
async function cutBatch(work: Work, batch: readonly DocumentInput[]): Promise<Cut[]> {
  const fault = work.reach?.fault;
  if (fault) return batch.map(({ key }) => ({ key, failed: fault }));
  const read: Read[] = [];
  for (const input of batch) read.push(await readDocument(work, input));
  const canonicals = read.flatMap((item) => ('canonical' in item ? [item.canonical] : []));
  const found = await togetherOrAlone(work.reach, canonicals, (some) =>
    work.database.inWorkspace(
      work.workspaceId,
      (transaction) => findUnchanged(transaction, work.workspaceId, some),
      optionsOf(work, some),
    ),
  );
  const items: Cut[] = [];
  let position = 0;
  for (const item of read) items.push('canonical' in item ? await cutDocument(work, item, found[position++]) : item);
  return items;
}

async function readDocument(work: Work, input: DocumentInput): Promise<Read> {
  try {
    work.onStep?.({ phase: 'READING', current: input.key, done: null, total: null });
    const canonical = await work.stopwatch.time('parseMillis', () => canonicalDocument(input, work));
    await work.admit?.(canonical, input);
    return { key: canonical.key, canonical };
  } catch (failed) {
    if (isCandorError(failed, 'CANCELLED')) throw failed;
    return { key: input.key, failed };
  }
}

async function cutDocument(
  { stopwatch, embedder, parser, signal, onStep }: Work,
  { key, canonical }: Extract<Read, { readonly canonical: CanonicalDocument }>,
  found: PromiseSettledResult<StoredDocument | undefined> | undefined,
): Promise<Cut> {
  if (found?.status === 'rejected') return { key, failed: found.reason };
  if (found?.value) return { key, unchanged: found.value };
  try {
    const step = (done: number) => onStep?.({ phase: 'CUTTING', current: key, done, total: canonical.text.length });
    step(0);
    const chunks = await stopwatch.time('chunkMillis', async () =>
      parser.cut ? parser.cut(canonical, embedder.maxWords, signal, step) : prepareChunks(canonical, embedder.maxWords),
    );
    return { key, draft: { canonical, chunks } };
  } catch (failed) {
    if (isCandorError(failed, 'CANCELLED')) throw failed;
    return { key, failed };
  }
}

/** The options of a transaction over these documents. */
function optionsOf({ signal, isAwaited }: Work, documents: readonly CanonicalDocument[]): TransactionOptions {
  if (!isAwaited) return { signal };
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  return { signal, timeoutMillis: statementMillis + millisPerCharacter * characters };
}

async function embedBatch(work: Work, items: readonly Cut[]): Promise<Item[]> {
  const drafts = items.flatMap((item) => ('draft' in item ? [item.draft] : []));
  try {
    const lists = drafts.flatMap((draft) => draft.chunks.map((piece) => piece.windows));
    const total = differentTexts(lists).length;
    const step = (done: number) =>
      work.onStep?.({ phase: 'EMBEDDING', current: drafts[0]?.canonical.key ?? '', done, total });
    if (total > 0) step(0);
    const embedded =
      lists.length > 0
        ? await work.stopwatch.time('embedMillis', () => embedWindows(work.embedder, lists, work.signal, step))
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

/**
 * Groups items, in order, into transactions. A document that occurs twice is stored in two consecutive transactions.
 */
function transactionGroups(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  let group: Item[] = [];
  let keys = new Set<string>();
  let size = 0;
  for (const item of items) {
    const length = 'prepared' in item ? item.prepared.canonical.text.length : 0;
    const isFull = group.length === transactionLimits.count || size + length > transactionLimits.size;
    if (group.length === 0 || isFull || keys.has(item.key)) {
      groups.push((group = []));
      keys = new Set();
      size = 0;
    }
    group.push(item);
    keys.add(item.key);
    size += length;
  }
  return groups;
}

/** Returns results in the order of the items. */
async function storeGroup(work: Work, items: readonly Item[]): Promise<IngestedDocument[]> {
  const prepared = items.flatMap((item) => ('prepared' in item ? [item.prepared] : []));
  const stored = await togetherOrAlone(work.reach, prepared, (some) => storeOnce(work, some));
  let position = 0;
  return items.map((item) => {
    if ('unchanged' in item) return { key: item.key, ...item.unchanged, error: null };
    const settled = 'prepared' in item ? stored[position++] : undefined;
    if (settled?.status === 'fulfilled') return { key: item.key, ...settled.value, error: null };
    const error: unknown = 'failed' in item ? item.failed : settled?.reason;
    work.log.warn('document not ingested', { document: item.key, error: messageOf(error) });
    return failedDocument(item.key, error);
  });
}

/** SQLSTATE unique_violation: another ingestion has stored the same key in the meantime. The second try finds it. */
const uniqueViolation = '23505';

async function storeOnce(work: Work, prepared: readonly PreparedDocument[]): Promise<StoredDocument[]> {
  const { database, workspaceId } = work;
  const options = optionsOf(
    work,
    prepared.map(({ canonical }) => canonical),
  );
  const total = prepared.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const step = (done: number) =>
    work.onStep?.({ phase: 'STORING', current: prepared[0]?.canonical.key ?? '', done, total });
  const store = () => {
    step(0);
    return database.inWorkspace(
      workspaceId,
      (transaction) => storeVersions(transaction, workspaceId, prepared, step),
      options,
    );
  };
  try {
    return await store();
  } catch (error) {
    if (isCandorError(error, 'DATABASE_FAILED') && error.details['sqlState'] === uniqueViolation) return store();
    throw error;
  }
}

/** Returns the result for a document that could not be ingested. */
export function failedDocument(key: string, error: unknown): IngestedDocument {
  return { key, status: 'FAILED', documentId: null, versionId: null, error: userError(error) };
}

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

/** The same text has the same vector: notices, forms and headers occur many times, and embedding takes longest. */
function differentTexts(lists: readonly (readonly Window[])[]): string[] {
  return [...new Set(lists.flatMap((list) => list.map(({ text }) => text)))];
}

/**
 * Embeds lists of windows in one call, each text once, and returns them in the same lists.
 * @param onEmbedded called with the number of different texts that are finished
 */
export async function embedWindows(
  embedder: Embedder,
  lists: readonly (readonly Window[])[],
  signal: AbortSignal | undefined,
  onEmbedded: (texts: number) => void = () => undefined,
): Promise<EmbeddedWindow[][]> {
  const texts = differentTexts(lists);
  const vectors =
    texts.length > 0 ? await embedder.embedDocuments(texts, { ...(signal && { signal }), onEmbedded }) : [];
  const vectorOf = new Map(texts.map((text, position) => [text, vectors[position]]));
  return lists.map((list) =>
    list.map((window) => ({ window, vector: vectorOf.get(window.text) ?? new Float32Array(embedder.dimensions) })),
  );
}

/**
 * Runs `work` on the next item while the consumer handles the previous one. Yields results in the order of `source`.
 * When stages are chained, each works on its own item at the same time, and at most one item waits between two stages.
 */
async function* ahead<Item, Result>(
  source: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let pending: Promise<Result> | undefined;
  for await (const item of source) {
    const next = work(item);
    // A rejection is handled when its turn comes; until then it must not count as unhandled.
    next.catch(() => undefined);
    if (pending) yield await pending;
    pending = next;
  }
  if (pending) yield await pending;
}

/** Groups items until a group has `count` items or their sizes reach `size`. */
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
