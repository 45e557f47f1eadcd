import type { Transaction } from '../db/database.ts';
import { newId } from '../db/id.ts';
import type { CanonicalDocument } from './canonical.ts';
import type { ChunkDraft } from './chunk.ts';
import { endVersion } from './sql/endVersion.ts';
import { findDocumentByKey } from './sql/findDocumentByKey.ts';
import { insertChunks } from './sql/insertChunks.ts';
import { insertChunkTexts } from './sql/insertChunkTexts.ts';
import { insertDocument } from './sql/insertDocument.ts';
import { insertPostings } from './sql/insertPostings.ts';
import { insertVersion } from './sql/insertVersion.ts';
import { insertWindows } from './sql/insertWindows.ts';
import { listVersionStamps } from './sql/listVersionStamps.ts';
import { setChunkLengths } from './sql/setChunkLengths.ts';
import { updateDocument } from './sql/updateDocument.ts';
import type { Window } from './windows.ts';
import { placeVersion, type VersionStamp } from './placeVersion.ts';

export interface EmbeddedWindow {
  readonly window: Window;
  readonly vector: Float32Array;
}

/** A document cut and embedded, ready to be stored. `vectors[i]` are the windows of `chunks[i]`. */
export interface PreparedDocument {
  readonly canonical: CanonicalDocument;
  readonly chunks: readonly ChunkDraft[];
  readonly vectors: readonly (readonly EmbeddedWindow[])[];
  readonly model: string;
}

export interface StoredDocument {
  readonly documentId: string;
  readonly status: 'CREATED' | 'UPDATED' | 'UNCHANGED';
}

/** Whether the content is stored already: its document when it is. */
export async function findUnchanged(transaction: Transaction, workspaceId: string, canonical: CanonicalDocument): Promise<string | undefined> {
  const [document] = await transaction.query(findDocumentByKey, [workspaceId, canonical.key]);
  if (!document) return undefined;
  const stamps = await readStamps(transaction, workspaceId, document.document_id);
  return isUnchanged(stamps, canonical) ? document.document_id : undefined;
}

/** Stores one version with everything that finds it. One transaction: searchable when it commits, invisible before. */
export async function storeVersion(transaction: Transaction, workspaceId: string, prepared: PreparedDocument): Promise<StoredDocument> {
  const { canonical } = prepared;
  const now = new Date();
  const [existing] = await transaction.query(findDocumentByKey, [workspaceId, canonical.key]);
  const documentId = existing?.document_id ?? newId();
  const stamps = existing ? await readStamps(transaction, workspaceId, documentId) : [];
  if (existing && isUnchanged(stamps, canonical)) return { documentId, status: 'UNCHANGED' };
  const place = placeVersion(stamps, canonical.effectiveFrom ?? now);
  const facts = [canonical.title, canonical.url, JSON.stringify(canonical.metadata), canonical.tags];
  const updatedAt = canonical.updatedAt ?? canonical.effectiveFrom ?? now;
  if (!existing) await transaction.query(insertDocument, [workspaceId, documentId, canonical.key, ...facts, now, updatedAt]);
  else if (place.effectiveUntil === null) await transaction.query(updateDocument, [workspaceId, documentId, ...facts, updatedAt]);
  for (const ended of place.ended) await transaction.query(endVersion, [workspaceId, ended.versionId, ended.effectiveUntil]);
  const versionId = newId();
  await transaction.query(insertVersion, [
    workspaceId, versionId, documentId, place.number, canonical.text, canonical.contentHash, place.effectiveFrom, place.effectiveUntil, now, prepared.chunks.length,
  ]);
  await storeChunks(transaction, workspaceId, documentId, versionId, prepared);
  return { documentId, status: existing ? 'UPDATED' : 'CREATED' };
}

async function readStamps(transaction: Transaction, workspaceId: string, documentId: string): Promise<VersionStamp[]> {
  const rows = await transaction.query(listVersionStamps, [workspaceId, documentId]);
  return rows.map((row) => ({
    versionId: row.version_id, number: row.number, contentHash: row.content_hash, effectiveFrom: row.effective_from, effectiveUntil: row.effective_until,
  }));
}

/** A dated text is compared with the version of its date, an undated one with the newest: going back to an earlier text is a change. */
function isUnchanged(stamps: readonly VersionStamp[], canonical: CanonicalDocument): boolean {
  const date = canonical.effectiveFrom?.getTime();
  const rival = stamps.findLast((stamp) => (date === undefined ? stamp.effectiveUntil === null : stamp.effectiveFrom.getTime() === date));
  return rival?.contentHash === canonical.contentHash;
}

async function storeChunks(transaction: Transaction, workspaceId: string, documentId: string, versionId: string, prepared: PreparedDocument): Promise<void> {
  const { chunks, canonical } = prepared;
  const ids = chunks.map(() => newId());
  await transaction.query(insertChunks, [
    workspaceId, documentId, versionId, ids, chunks.map((_, ordinal) => ordinal), chunks.map((piece) => piece.start), chunks.map((piece) => piece.end),
  ]);
  await transaction.query(insertChunkTexts, [
    workspaceId, canonical.title, ids, chunks.map((piece) => canonical.text.slice(piece.start, piece.end)), chunks.map((piece) => JSON.stringify(piece.sectionPath)),
  ]);
  await transaction.query(insertPostings, [workspaceId, versionId]);
  await transaction.query(setChunkLengths, [workspaceId, versionId]);
  await storeWindows(transaction, workspaceId, prepared.model, ids, prepared.vectors);
}

/** `vectors[i]` are the windows of the chunk `ids[i]`. Vectors that are there already stay. */
export async function storeWindows(transaction: Transaction, workspaceId: string, model: string, ids: readonly string[], vectors: PreparedDocument['vectors']): Promise<void> {
  const rows = vectors.flatMap((list, position) => list.map(({ window, vector }, ordinal) => ({ id: ids[position], ordinal, window, vector: vectorText(vector) })));
  await transaction.query(insertWindows, [
    workspaceId, model, rows.map((row) => row.id), rows.map((row) => row.ordinal), rows.map((row) => row.window.start), rows.map((row) => row.window.end), rows.map((row) => row.vector),
  ]);
}

/** pgvector's text form. Five decimals: halfvec keeps about three significant ones. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`;
}
