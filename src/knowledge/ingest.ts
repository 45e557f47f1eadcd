import type { Database } from '../db/database.ts';
import { CandorError, isCandorError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Embedder } from '../models/embedder.ts';
import { canonicalDocument, type CanonicalDocument } from './canonical.ts';
import { chunk, type ChunkDraft } from './chunk.ts';
import { claimEmbedder } from './claimEmbedder.ts';
import type { DocumentInput, IngestedDocument, IngestProgress, IngestSummary, UserError } from './document.ts';
import { embedWindows } from './embedWindows.ts';
import { findUnchanged, storeVersion, type PreparedDocument } from './storeVersion.ts';
import { windows, type Window } from './windows.ts';

export interface IngestParts {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly log: Log;
}

export interface IngestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined;
  /** How many documents will come, when known. */
  readonly total?: number | undefined;
}

/** Documents that are embedded in one call: enough to keep the embedder's worker busy while the batch before is stored. */
const batchSize = 16;

type Item =
  | { readonly key: string; readonly failed: unknown }
  | { readonly key: string; readonly unchanged: string }
  | { readonly key: string; readonly prepared: PreparedDocument };

interface Draft {
  readonly canonical: CanonicalDocument;
  readonly chunks: readonly ChunkDraft[];
  readonly windows: readonly (readonly Window[])[];
}

/**
 * Stores documents in order, each in a transaction of its own. What is stored already is not embedded again.
 * @throws EMBEDDER_MISMATCH before anything is read; CANCELLED. Everything else is told per document.
 */
export async function ingest(parts: IngestParts, workspaceId: string, documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>, options: IngestOptions = {}): Promise<IngestSummary> {
  await claimEmbedder(parts.database, workspaceId, parts.embedder.fingerprint);
  const results: IngestedDocument[] = [];
  let chunks = 0;
  let ahead: Promise<Item[]> | undefined;
  const store = async (batch: Promise<Item[]>) => {
    for (const item of await batch) {
      results.push(await storeItem(parts, workspaceId, item, options.signal));
      if ('prepared' in item) chunks += item.prepared.chunks.length;
      options.onProgress?.({ done: results.length, total: Math.max(options.total ?? 0, results.length), current: item.key, chunks });
    }
  };
  for await (const batch of batches(documents)) {
    const next = prepare(parts, workspaceId, batch, options.signal);
    // A rejection is met when the batch's turn comes; until then it must not count as unhandled.
    next.catch(() => undefined);
    if (ahead) await store(ahead);
    ahead = next;
  }
  if (ahead) await store(ahead);
  const summary = summarise(results);
  if (summary.createdCount + summary.updatedCount > 0) await parts.database.refreshStatistics();
  return summary;
}

async function* batches(documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>): AsyncGenerator<DocumentInput[]> {
  let batch: DocumentInput[] = [];
  for await (const document of documents) {
    batch.push(document);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function prepare(parts: IngestParts, workspaceId: string, batch: readonly DocumentInput[], signal: AbortSignal | undefined): Promise<Item[]> {
  const items: (Item | { readonly key: string; readonly draft: Draft })[] = [];
  for (const input of batch) {
    try {
      const canonical = canonicalDocument(input);
      const unchanged = await parts.database.inWorkspace(workspaceId, (transaction) => findUnchanged(transaction, workspaceId, canonical), { signal });
      items.push(unchanged ? { key: canonical.key, unchanged } : { key: canonical.key, draft: draftOf(canonical, parts.embedder.maxWords) });
    } catch (failed) {
      if (isCandorError(failed, 'CANCELLED')) throw failed;
      items.push({ key: input.key, failed });
    }
  }
  return embedDrafts(parts.embedder, items, signal);
}

function draftOf(canonical: CanonicalDocument, maxWords: number): Draft {
  const chunks = chunk(canonical.text);
  return { canonical, chunks, windows: chunks.map((piece) => windows(canonical.text.slice(piece.start, piece.end), maxWords)) };
}

async function embedDrafts(embedder: Embedder, items: readonly (Item | { readonly key: string; readonly draft: Draft })[], signal: AbortSignal | undefined): Promise<Item[]> {
  try {
    const embedded = await embedWindows(embedder, items.flatMap((item) => ('draft' in item ? item.draft.windows : [])), signal);
    let position = 0;
    const take = (draft: Draft) => embedded.slice(position, (position += draft.windows.length));
    return items.map((item) => ('draft' in item
      ? { key: item.key, prepared: { canonical: item.draft.canonical, chunks: item.draft.chunks, vectors: take(item.draft), model: embedder.fingerprint } }
      : item));
  } catch (failed) {
    if (isCandorError(failed, 'CANCELLED')) throw failed;
    return items.map((item) => ('draft' in item ? { key: item.key, failed } : item));
  }
}

async function storeItem(parts: IngestParts, workspaceId: string, item: Item, signal: AbortSignal | undefined): Promise<IngestedDocument> {
  if ('unchanged' in item) return { key: item.key, status: 'UNCHANGED', documentId: item.unchanged, error: null };
  try {
    if ('failed' in item) throw item.failed;
    const stored = await storeOnce(parts, workspaceId, item.prepared, signal);
    return { key: item.key, status: stored.status, documentId: stored.documentId, error: null };
  } catch (error) {
    if (isCandorError(error, 'CANCELLED')) throw error;
    parts.log.warn('document not ingested', { document: item.key, error: messageOf(error) });
    return { key: item.key, status: 'FAILED', documentId: null, error: userError(error) };
  }
}

/** SQLSTATE unique_violation: another ingestion stored the same key in between; the second try finds it there. */
const uniqueViolation = '23505';

async function storeOnce(parts: IngestParts, workspaceId: string, prepared: PreparedDocument, signal: AbortSignal | undefined) {
  const store = () => parts.database.inWorkspace(workspaceId, (transaction) => storeVersion(transaction, workspaceId, prepared), { signal });
  try {
    return await store();
  } catch (error) {
    if (isCandorError(error, 'DATABASE_FAILED') && error.details['sqlState'] === uniqueViolation) return store();
    throw error;
  }
}

function userError(error: unknown): UserError {
  const known = isCandorError(error) ? error : new CandorError('INTERNAL', messageOf(error), { cause: error });
  return { code: known.code, message: known.message, remedy: known.remedy };
}

function summarise(results: readonly IngestedDocument[]): IngestSummary {
  const count = (status: IngestedDocument['status']) => results.filter((result) => result.status === status).length;
  return { results, createdCount: count('CREATED'), updatedCount: count('UPDATED'), unchangedCount: count('UNCHANGED'), failedCount: count('FAILED') };
}
