import type { Database } from '../db/database.ts';
import { isUuid } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import type { Document, DocumentFilter, DocumentState, DocumentVersion, Page } from './document.ts';
import { readCursor, toPage, type PageRequest } from './page.ts';
import { countDocuments } from './sql/countDocuments.ts';
import type { DocumentRow } from './sql/documentRow.ts';
import { findDocuments } from './sql/findDocuments.ts';
import { findVersions } from './sql/findVersions.ts';
import { listDocuments } from './sql/listDocuments.ts';
import { listVersions } from './sql/listVersions.ts';
import { removeDocument } from './sql/removeDocument.ts';
import { setDocumentState } from './sql/setDocumentState.ts';
import type { VersionRow } from './sql/versionRow.ts';

/** Documents in the order of `ids`; undefined where the workspace has none. */
export async function readDocuments(database: Database, workspaceId: string, ids: readonly string[]): Promise<(Document | undefined)[]> {
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(findDocuments, [workspaceId, new Date(), ids.filter((id) => isUuid(id))]));
  const byId = new Map(rows.map((row) => [row.document_id, toDocument(row)]));
  return ids.map((id) => byId.get(id));
}

/** Versions in the order of `ids`; undefined where the workspace has none. */
export async function readVersions(database: Database, workspaceId: string, ids: readonly string[]): Promise<(DocumentVersion | undefined)[]> {
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(findVersions, [workspaceId, ids.filter((id) => isUuid(id))]));
  const byId = new Map(rows.map((row) => [row.version_id, toVersion(row)]));
  return ids.map((id) => byId.get(id));
}

/** All versions of each document, newest first, in the order of `documentIds`. */
export async function readVersionsOf(database: Database, workspaceId: string, documentIds: readonly string[]): Promise<DocumentVersion[][]> {
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listVersions, [workspaceId, documentIds.filter((id) => isUuid(id))]));
  const versions = rows.map((row) => toVersion(row));
  return documentIds.map((id) => versions.filter((version) => version.documentId === id));
}

/** @throws BAD_INPUT for a page size or cursor that is not usable */
export async function pageOfDocuments(database: Database, workspaceId: string, page: PageRequest, filter: DocumentFilter): Promise<Page<Document> & { totalCount: number }> {
  const cursor = readCursor(page);
  const pattern = filter.contains ? `%${filter.contains.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const conditions = [filter.state ?? null, filter.tags ?? null, pattern];
  return database.inWorkspace(workspaceId, async (transaction) => {
    const rows = await transaction.query(listDocuments, [workspaceId, new Date(), page.first + 1, ...conditions, cursor?.time ?? null, cursor?.id ?? null]);
    const [count] = await transaction.query(countDocuments, [workspaceId, ...conditions]);
    const nodes = rows.map((row) => toDocument(row));
    return { ...toPage(nodes, page.first, (document) => ({ time: document.updatedAt, id: document.id })), totalCount: count?.total ?? 0 };
  });
}

/** @throws NOT_FOUND */
export async function setState(database: Database, workspaceId: string, id: string, state: DocumentState): Promise<Document> {
  const changed = isUuid(id) ? await database.inWorkspace(workspaceId, (transaction) => transaction.query(setDocumentState, [workspaceId, id, state])) : [];
  const [document] = changed.length > 0 ? await readDocuments(database, workspaceId, [id]) : [];
  if (!document) throw noDocument(id);
  return document;
}

/** @throws NOT_FOUND */
export async function deleteDocument(database: Database, workspaceId: string, id: string): Promise<void> {
  const removed = isUuid(id) ? await database.inWorkspace(workspaceId, (transaction) => transaction.query(removeDocument, [workspaceId, id])) : [];
  if (removed.length === 0) throw noDocument(id);
}

function noDocument(id: string): CandorError {
  return new CandorError('NOT_FOUND', 'This workspace has no such document.', { details: { id } });
}

function toDocument(row: DocumentRow): Document {
  return {
    id: row.document_id, key: row.key, title: row.title, url: row.url, state: row.state, metadata: row.metadata, tags: row.tags,
    createdAt: row.created_at, updatedAt: row.updated_at, currentVersionId: row.current_version_id,
  };
}

function toVersion(row: VersionRow): DocumentVersion {
  return {
    id: row.version_id, documentId: row.document_id, number: row.number, text: row.text, contentHash: row.content_hash,
    effectiveFrom: row.effective_from, effectiveUntil: row.effective_until, createdAt: row.created_at, chunkCount: row.chunk_count,
  };
}
