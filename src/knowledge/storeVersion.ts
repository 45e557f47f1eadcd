import type { Transaction } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { blocksJson } from './blocks.ts';
import type { CanonicalDocument } from './canonical.ts';
import type { IngestedDocument } from './document.ts';
import { linkDuplicates } from './linkDuplicates.ts';
import { placeVersion, type VersionStamp } from './placeVersion.ts';
import type { DraftDocument, PreparedChunk } from './draftDocument.ts';
import { endVersion } from './sql/endVersion.ts';
import { findDocumentByKey } from './sql/findDocumentByKey.ts';
import { insertChunks } from './sql/insertChunks.ts';
import { insertChunkTexts } from './sql/insertChunkTexts.ts';
import { insertCodes } from './sql/insertCodes.ts';
import { insertDocument } from './sql/insertDocument.ts';
import { insertPostings } from './sql/insertPostings.ts';
import { insertVersion } from './sql/insertVersion.ts';
import { insertVersionText } from './sql/insertVersionText.ts';
import { insertVocabulary } from './sql/insertVocabulary.ts';
import { insertWindows } from './sql/insertWindows.ts';
import { listOmitOverrides } from './sql/listOmitOverrides.ts';
import { listVersionStamps } from './sql/listVersionStamps.ts';
import { restoreDeleted } from './sql/restoreDeleted.ts';
import { setChunkLengths } from './sql/setChunkLengths.ts';
import { setVersionLengths } from './sql/setVersionLengths.ts';
import { searchText } from './searchText.ts';
import { updateDocument } from './sql/updateDocument.ts';
import type { Window } from './windows.ts';

export interface EmbeddedWindow {
  readonly window: Window;
  readonly vector: Float32Array;
}

/** A document cut and embedded, ready to be stored. `vectors[i]` are the windows of `chunks[i]`. */
export interface PreparedDocument extends DraftDocument {
  readonly vectors: readonly (readonly EmbeddedWindow[])[];
  readonly model: string;
}

export type StoredDocument = Pick<IngestedDocument, 'status'> & { readonly documentId: string; readonly versionId: string };

/** Whether the content is stored already: where it is when it is. The title is part of it, as every window begins with it: a new title is a new version with vectors of its own. */
export async function findUnchanged(transaction: Transaction, workspaceId: string, canonical: CanonicalDocument): Promise<StoredDocument | undefined> {
  const [document] = await transaction.query(findDocumentByKey, [workspaceId, canonical.key]);
  if (!document || document.deleted_at) return undefined;
  const rival = rivalOf(await readStamps(transaction, workspaceId, document.document_id), canonical);
  return rival?.contentHash === canonical.contentHash ? { documentId: document.document_id, versionId: rival.versionId, status: 'UNCHANGED' } : undefined;
}

/**
 * Stores one version with everything that finds it. One transaction: searchable when it commits, invisible before.
 * A deleted document that comes again is restored with its history.
 */
export async function storeVersion(transaction: Transaction, workspaceId: string, prepared: PreparedDocument): Promise<StoredDocument> {
  const { canonical } = prepared;
  const now = new Date();
  const [existing] = await transaction.query(findDocumentByKey, [workspaceId, canonical.key]);
  const documentId = existing?.document_id ?? newId();
  const stamps = existing ? await readStamps(transaction, workspaceId, documentId) : [];
  if (existing?.deleted_at) await transaction.query(restoreDeleted, [workspaceId, documentId, null, new Date(0)]);
  const rival = rivalOf(stamps, canonical);
  if (rival?.contentHash === canonical.contentHash) return { documentId, versionId: rival.versionId, status: existing?.deleted_at ? 'UPDATED' : 'UNCHANGED' };
  const place = placeVersion(stamps, canonical.effectiveFrom ?? now, canonical.effectiveUntil ?? null);
  if (!existing) await transaction.query(insertDocument, [workspaceId, documentId, canonical.key, canonical.state ?? 'PUBLISHED', ...factValues(canonical, now), canonical.trust ?? 'NORMAL', now]);
  else if (isNewest(stamps, place.effectiveFrom)) await transaction.query(updateDocument, [workspaceId, documentId, canonical.state ?? null, ...factValues(canonical, now), canonical.trust ?? null]);
  for (const ended of place.ended) await transaction.query(endVersion, [workspaceId, ended.versionId, ended.effectiveUntil]);
  const versionId = newId();
  await transaction.query(insertVersion, [
    workspaceId, versionId, documentId, place.number, canonical.contentHash, place.effectiveFrom, place.effectiveUntil, now, prepared.chunks.length,
    canonical.sourceType, canonical.flags, canonical.effectiveUntil ?? null,
  ]);
  await transaction.query(insertVersionText, [workspaceId, versionId, canonical.text, canonical.sourceMap && JSON.stringify(canonical.sourceMap), blocksJson(canonical.blocks)]);
  await storeChunks(transaction, workspaceId, { documentId, versionId }, prepared);
  return { documentId, versionId, status: existing ? 'UPDATED' : 'CREATED' };
}

function factValues(canonical: CanonicalDocument, now: Date): unknown[] {
  return [
    canonical.title, canonical.url, JSON.stringify(canonical.metadata), canonical.tags, canonical.updatedAt ?? canonical.effectiveFrom ?? now, canonical.sourceType,
    canonical.semanticType ?? null, canonical.author ?? null, canonical.language ?? null, canonical.searchConfig, canonical.accessGroups, canonical.supersededBy,
  ];
}

/** The facts of a document are those of its newest version. */
function isNewest(stamps: readonly VersionStamp[], effectiveFrom: Date): boolean {
  return stamps.every((stamp) => stamp.effectiveFrom.getTime() <= effectiveFrom.getTime());
}

export async function readStamps(transaction: Transaction, workspaceId: string, documentId: string): Promise<VersionStamp[]> {
  const rows = await transaction.query(listVersionStamps, [workspaceId, documentId]);
  return rows.map((row) => ({
    versionId: row.version_id, number: row.number, contentHash: row.content_hash, effectiveFrom: row.effective_from, effectiveUntil: row.effective_until, expiresAt: row.expires_at,
  }));
}

/** A dated text is compared with the version of its date, an undated one with the newest: going back to an earlier text is a change. */
function rivalOf(stamps: readonly VersionStamp[], canonical: CanonicalDocument): VersionStamp | undefined {
  const date = canonical.effectiveFrom?.getTime();
  if (date !== undefined) return stamps.findLast((stamp) => stamp.effectiveFrom.getTime() === date);
  return stamps.findLast((stamp) => stamp.effectiveUntil === null || stamp.effectiveUntil.getTime() === stamp.expiresAt?.getTime());
}

interface Ids {
  readonly documentId: string;
  readonly versionId: string;
}

async function storeChunks(transaction: Transaction, workspaceId: string, { documentId, versionId }: Ids, prepared: PreparedDocument): Promise<void> {
  const { chunks, canonical } = prepared;
  const ids = chunks.map(() => newId());
  const overrides = await readOverrides(transaction, workspaceId, documentId, chunks);
  await transaction.query(insertChunks, [
    workspaceId, documentId, versionId, ids, chunks.map((_, ordinal) => ordinal), chunks.map((piece) => piece.start), chunks.map((piece) => piece.end),
    chunks.map((piece) => overrides.get(piece.text) ?? piece.omitReason !== null),
  ]);
  await transaction.query(insertChunkTexts, [
    workspaceId, searchText(canonical.title, canonical.searchConfig), ids, chunks.map((piece) => piece.text), chunks.map((piece) => JSON.stringify(piece.sectionPath)), canonical.searchConfig,
    chunks.map((piece) => piece.contentType), chunks.map((piece) => piece.tokenCount), chunks.map((piece) => piece.quality), chunks.map((piece) => piece.omitReason),
    chunks.map((piece) => overrides.get(piece.text) ?? null),
    chunks.map((piece) => searchText(piece.text, canonical.searchConfig)), chunks.map((piece) => searchText(piece.sectionPath.join(' '), canonical.searchConfig)),
  ]);
  await indexWords(transaction, workspaceId, ids);
  await transaction.query(setVersionLengths, [workspaceId, versionId]);
  await storeWindows(transaction, workspaceId, prepared.model, ids, prepared.vectors);
  await linkDuplicates(transaction, workspaceId, documentId, chunks.map(({ text, bands }, position) => ({ id: ids[position] ?? '', text, bands })));
}

/** Makes the words of chunks findable. */
export async function indexWords(transaction: Transaction, workspaceId: string, chunkIds: readonly string[]): Promise<void> {
  await transaction.query(insertPostings, [workspaceId, chunkIds]);
  await transaction.query(setChunkLengths, [workspaceId, chunkIds]);
  await transaction.query(insertVocabulary, [workspaceId, chunkIds]);
}

/** What a person decided about a chunk's text stays decided in the next version. */
async function readOverrides(transaction: Transaction, workspaceId: string, documentId: string, chunks: readonly PreparedChunk[]): Promise<ReadonlyMap<string, boolean>> {
  const texts = new Set(chunks.map((piece) => piece.text));
  const rows = await transaction.query(listOmitOverrides, [workspaceId, documentId]);
  return new Map(rows.filter((row) => texts.has(row.body)).map((row) => [row.body, row.omit_override]));
}

/** Rows of one statement: 15,000 at once are 60 MB of text, which the embedded database's memory grows by and never gives back. */
const windowRows = 500;

/** `vectors[i]` are the windows of the chunk `ids[i]`. Vectors that are there already stay. */
export async function storeWindows(transaction: Transaction, workspaceId: string, model: string, ids: readonly string[], vectors: PreparedDocument['vectors']): Promise<void> {
  const rows = vectors.flatMap((list, position) => list.map(({ window, vector }, ordinal) => ({ id: ids[position], ordinal, window, vector })));
  for (let from = 0; from < rows.length; from += windowRows) {
    const slice = rows.slice(from, from + windowRows);
    await transaction.query(insertWindows, [
      workspaceId, model, slice.map((row) => row.id), slice.map((row) => row.ordinal), slice.map((row) => row.window.start), slice.map((row) => row.window.end),
      slice.map((row) => vectorText(row.vector)),
    ]);
  }
  await transaction.query(insertCodes, [workspaceId, model, ids]);
}

/** pgvector's text form. Five decimals: halfvec keeps about three significant ones. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`;
}
