import { atMost } from '../../clock.ts';
import type { Database, TransactionOptions } from '../../db/database.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Embedder } from '../../models/embedder.ts';
import { prepareChunks } from '../cut/prepareChunks.ts';
import type { Embedders } from '../embedders/embedders.ts';
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
import { type PreparedDocument, storeVersions } from '../store/storeVersions.ts';
import { canonicalDocument, type DraftDocument, type CanonicalDocument } from './canonical.ts';
import { ahead, batches, differentTexts, embedWindows } from './pipeline.ts';
import { reEmbed } from './reEmbed.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';
import { type Reach, togetherOrAlone } from './togetherOrAlone.ts';
import { claimEmbedder } from '../../workspaces/workspaces.ts';

export interface IngestParts {
  readonly database: Database;
  /** Used in every workspace if there are no `embedders`. */
  readonly embedder: Embedder;
  /** Decide which embedder a workspace uses, by the language of its first documents. */
  readonly embedders?: Embedders | undefined;
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

interface Work extends Omit<IngestParts, 'embedder'>, Pick<IngestOptions, 'signal' | 'admit' | 'isAwaited' | 'onStep'> {
  readonly workspaceId: string;
  /** Null until the first documents are read, in a workspace without vectors. */
  embedder: Embedder | null;
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
  const work: Work = {
    ...parts,
    embedder: await storedEmbedder(parts, workspaceId),
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
  if (summary.createdCount + summary.updatedCount > 0 && !work.reach?.fault) {
    await followEmbedder(work);
    await refreshStatistics(parts);
  }
  return summary;
}

/** Null: its first documents decide. */
async function storedEmbedder(
  { database, embedder, embedders }: IngestParts,
  workspaceId: string,
): Promise<Embedder | null> {
  if (embedders) return embedders.stored(workspaceId);
  await claimEmbedder(database, workspaceId, embedder.fingerprint);
  return embedder;
}

/** The embedder of the workspace; decided by the first documents that could be read. */
async function embedderOf(work: Work, read: readonly CanonicalDocument[]): Promise<Embedder> {
  const languages = read.map(({ language }) => language ?? null);
  work.embedder ??= (await work.embedders?.claim(work.workspaceId, languages)) ?? null;
  if (work.embedder) return work.embedder;
  throw new CandorError('INTERNAL', 'Documents were read, and no embedder was chosen.');
}

/**
 * The workspace may have changed its embedder while documents were stored: they are brought up, or nothing would find
 * them by their meaning. What fails here is done by the next ingestion.
 */
async function followEmbedder({ database, embedder, embedders, workspaceId, signal, log }: Work): Promise<void> {
  if (!embedders) return;
  try {
    const now = await embedders.stored(workspaceId);
    if (now && now !== embedder) await reEmbed({ database, embedder: now }, workspaceId, { signal, continues: true });
  } catch (error) {
    if (isCandorError(error, 'CANCELLED')) throw error;
    log.warn('documents have vectors of another embedder', { error: messageOf(error) });
  }
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
  const maxWords = canonicals.length > 0 ? (await embedderOf(work, canonicals)).maxWords : 0;
  for (const item of read)
    items.push('canonical' in item ? await cutDocument(work, item, found[position++], maxWords) : item);
  return items;
}

async function readDocument(work: Work, input: DocumentInput): Promise<Read> {
  const { parser, signal, stopwatch } = work;
  const step = (done: number | null, total: number | null) =>
    work.onStep?.({ phase: 'READING', current: input.key, done, total });
  try {
    step(null, null);
    const canonical = await stopwatch.time('parseMillis', () =>
      canonicalDocument(input, { parser, signal, onRead: step }),
    );
    await work.admit?.(canonical, input);
    return { key: canonical.key, canonical };
  } catch (failed) {
    if (isCandorError(failed, 'CANCELLED')) throw failed;
    return { key: input.key, failed };
  }
}

async function cutDocument(
  { stopwatch, parser, signal, onStep }: Work,
  { key, canonical }: Extract<Read, { readonly canonical: CanonicalDocument }>,
  found: PromiseSettledResult<StoredDocument | undefined> | undefined,
  maxWords: number,
): Promise<Cut> {
  if (found?.status === 'rejected') return { key, failed: found.reason };
  if (found?.value) return { key, unchanged: found.value };
  try {
    const step = (done: number, total: number) => onStep?.({ phase: 'CUTTING', current: key, done, total });
    step(0, canonical.text.length);
    const chunks = await stopwatch.time('chunkMillis', async () =>
      parser.cut ? parser.cut(canonical, maxWords, signal, step) : prepareChunks(canonical, maxWords),
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
    const embedder = drafts.length > 0 ? await embedderOf(work, []) : null;
    const lists = drafts.flatMap((draft) => draft.chunks.map((piece) => piece.windows));
    const total = differentTexts(lists).length;
    const step = (done: number) =>
      work.onStep?.({ phase: 'EMBEDDING', current: drafts[0]?.canonical.key ?? '', done, total });
    if (total > 0) step(0);
    const embedded =
      embedder && lists.length > 0
        ? await work.stopwatch.time('embedMillis', () => embedWindows(embedder, lists, work.signal, step))
        : [];
    let position = 0;
    const take = (draft: DraftDocument) => embedded.slice(position, (position += draft.chunks.length));
    return items.map((item) =>
      'draft' in item
        ? { key: item.key, prepared: { ...item.draft, vectors: take(item.draft), model: embedder?.fingerprint ?? '' } }
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
    return database.inWorkspace(workspaceId, (transaction) => storeVersions(transaction, workspaceId, prepared, step), {
      ...options,
      manyRows: true,
    });
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
