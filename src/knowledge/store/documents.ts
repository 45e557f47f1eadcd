import type { Database, Transaction } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { type Reader, readsDrafts } from '../../workspaces/caller.ts';
import { shownAddress } from '../../workspaces/documentAddress.ts';
import { findRetention } from '../../workspaces/workspaces.sql.ts';
import type { Document, DocumentFilter, DocumentState, DocumentVersion, Page } from '../document.ts';
import {
  type DocumentPageRequest,
  type PageRequest,
  pageWithCursors,
  readCursor,
  readTitleCursor,
  toPage,
  writeTitleCursor,
} from '../page.ts';
import {
  countDocuments,
  type DocumentConditions,
  type DocumentRow,
  findDocuments,
  findDocumentsByKey,
  findVersions,
  listDocuments,
  listDocumentsByTitle,
  listReadableDocuments,
  listVersions,
  markDeleted,
  removeDeleted,
  removeDocument,
  removeLostWords,
  restoreDeleted,
  setDocumentState,
  type VersionRow,
} from './documents.sql.ts';

/**
 * Returns documents in the order of `ids`, with the version that is valid `at` an instant. Undefined for a document
 * that the reader cannot see, whatever the reason.
 */
export async function readDocuments(
  database: Database,
  reader: Reader,
  ids: readonly string[],
  at = new Date(),
): Promise<(Document | undefined)[]> {
  const { workspaceId, accessGroups } = reader;
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findDocuments, {
      workspaceId,
      at,
      ids: ids.filter((id) => isUuid(id)),
      accessGroups,
      drafts: readsDrafts(reader),
    }),
  );
  const byId = new Map(rows.map((row) => [row.document_id, toDocument(row)]));
  return ids.map((id) => byId.get(id));
}

/** Returns which of the documents the reader may see, or could see before they were deleted. Purged ones are not there. */
export async function readableDocuments(
  database: Database,
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { workspaceId, accessGroups } = reader;
  const wanted = ids.filter((id) => isUuid(id));
  if (wanted.length === 0) return new Set();
  const values = { workspaceId, ids: wanted, accessGroups, drafts: readsDrafts(reader) };
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listReadableDocuments, values),
  );
  return new Set(rows.map((row) => row.document_id));
}

/** Like readDocuments, by key. */
export async function readDocumentsByKey(
  database: Database,
  reader: Reader,
  keys: readonly string[],
): Promise<(Document | undefined)[]> {
  const { workspaceId, accessGroups } = reader;
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findDocumentsByKey, {
      workspaceId,
      now: new Date(),
      keys,
      accessGroups,
      drafts: readsDrafts(reader),
    }),
  );
  const byKey = new Map(rows.map((row) => [row.key, toDocument(row)]));
  return keys.map((key) => byKey.get(key));
}

/** Returns versions in the order of `ids`; undefined for a version that the reader cannot see. */
export async function readVersions(
  database: Database,
  reader: Reader,
  ids: readonly string[],
): Promise<(DocumentVersion | undefined)[]> {
  const { workspaceId, accessGroups } = reader;
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findVersions, {
      workspaceId,
      ids: ids.filter((id) => isUuid(id)),
      accessGroups,
      drafts: readsDrafts(reader),
    }),
  );
  const byId = new Map(rows.map((row) => [row.version_id, toVersion(row)]));
  return ids.map((id) => byId.get(id));
}

/** Returns all versions of each document, newest first, in the order of `documentIds`. */
export async function readVersionsOf(
  database: Database,
  reader: Reader,
  documentIds: readonly string[],
): Promise<DocumentVersion[][]> {
  const { workspaceId, accessGroups } = reader;
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listVersions, {
      workspaceId,
      documentIds: documentIds.filter((id) => isUuid(id)),
      accessGroups,
      drafts: readsDrafts(reader),
    }),
  );
  const versions = rows.map((row) => toVersion(row));
  return documentIds.map((id) => versions.filter((version) => version.documentId === id));
}

/** @throws BAD_INPUT for a page size or cursor that is not usable, or an empty list in the filter */
export async function pageOfDocuments(
  database: Database,
  reader: Reader,
  page: DocumentPageRequest,
  filter: DocumentFilter,
): Promise<Page<Document>> {
  if (page.orderBy === 'TITLE') return pageByTitle(database, reader, page, filter);
  const cursor = readCursor(page);
  const { workspaceId } = reader;
  return database.inWorkspace(workspaceId, async (transaction) => {
    const conditions = await conditionsOf(transaction, reader, filter);
    const rows = await transaction.query(listDocuments, {
      workspaceId,
      now: new Date(),
      ...conditions,
      updatedBefore: cursor?.time ?? null,
      idBefore: cursor?.id ?? null,
      limit: page.first + 1,
    });
    const nodes = rows.map((row) => toDocument(row));
    return toPage(nodes, page.first, (document) => ({ time: document.updatedAt, id: document.id }));
  });
}

async function pageByTitle(
  database: Database,
  reader: Reader,
  page: PageRequest,
  filter: DocumentFilter,
): Promise<Page<Document>> {
  const cursor = readTitleCursor(page);
  const { workspaceId } = reader;
  return database.inWorkspace(workspaceId, async (transaction) => {
    const rows = await transaction.query(listDocumentsByTitle, {
      workspaceId,
      now: new Date(),
      ...(await conditionsOf(transaction, reader, filter)),
      titleAfter: cursor?.title ?? null,
      idAfter: cursor?.id ?? null,
      limit: page.first + 1,
    });
    const nodes = rows.map((row) => toDocument(row));
    return pageWithCursors(nodes, page.first, writeTitleCursor);
  });
}

/** Returns the number of documents on all pages of `pageOfDocuments`. @throws BAD_INPUT */
export async function countOfDocuments(database: Database, reader: Reader, filter: DocumentFilter): Promise<number> {
  const { workspaceId } = reader;
  return database.inWorkspace(workspaceId, async (transaction) => {
    const conditions = await conditionsOf(transaction, reader, filter);
    const [count] = await transaction.query(countDocuments, { workspaceId, ...conditions });
    return count?.total ?? 0;
  });
}

async function conditionsOf(
  transaction: Transaction,
  reader: Reader,
  filter: DocumentFilter,
): Promise<DocumentConditions> {
  for (const field of ['keys', 'sourceTypes', 'semanticTypes', 'languages'] as const) {
    if (filter[field]?.length === 0)
      throw new CandorError('BAD_INPUT', `filter.${field} must not be empty; leave it out to list everything.`, {
        details: { field: `filter.${field}` },
      });
  }
  const pattern = filter.contains ? `%${filter.contains.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  return {
    accessGroups: reader.accessGroups,
    drafts: readsDrafts(reader),
    deletedAfter: filter.deleted ? await restorableSince(transaction, reader.workspaceId) : null,
    state: filter.state ?? null,
    tags: filter.tags ?? null,
    keys: filter.keys ?? null,
    pattern,
    sourceTypes: filter.sourceTypes ?? null,
    semanticTypes: filter.semanticTypes?.map((type) => type.toLowerCase()) ?? null,
    languages: filter.languages?.map((language) => language.toLowerCase()) ?? null,
  };
}

/** @throws NOT_FOUND */
export async function setState(
  database: Database,
  reader: Reader,
  id: string,
  state: DocumentState,
): Promise<Document> {
  const { workspaceId, accessGroups } = reader;
  const changed = isUuid(id)
    ? await database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(setDocumentState, { workspaceId, id, accessGroups, state }),
      )
    : [];
  const [document] = changed.length > 0 ? await readDocuments(database, reader, [id]) : [];
  if (!document) throw noDocument(id);
  return document;
}

/** The same error for a missing document and for one that the reader may not see. */
function noDocument(id: string): CandorError {
  return new CandorError('NOT_FOUND', 'This workspace has no such document.', { details: { id } });
}

function toDocument(row: DocumentRow): Document {
  return {
    id: row.document_id,
    key: row.key,
    title: row.title,
    url: shownAddress(row.url, row.site),
    state: row.state,
    metadata: row.metadata,
    tags: row.tags,
    sourceType: row.source_type,
    semanticType: row.semantic_type,
    author: row.author,
    language: row.language,
    accessGroups: row.access_groups,
    supersededBy: row.superseded_by,
    trust: row.trust,
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    currentVersionId: row.current_version_id,
  };
}

function toVersion(row: VersionRow): DocumentVersion {
  return {
    id: row.version_id,
    documentId: row.document_id,
    number: row.number,
    text: row.text,
    contentHash: row.content_hash,
    effectiveFrom: row.effective_from,
    effectiveUntil: row.effective_until,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    chunkCount: row.chunk_count,
    sourceType: row.source_type,
    sourceMap: row.source_map,
    flags: row.flags,
    problems: row.problems ?? [],
  };
}

const dayMillis = 86_400_000;

/** Returns the instant after which a deletion can still be undone. */
async function restorableSince(transaction: Transaction, workspaceId: string): Promise<Date> {
  const [workspace] = await transaction.query(findRetention, [workspaceId]);
  return new Date(Date.now() - (workspace?.retention_days ?? 0) * dayMillis);
}

/**
 * Hides a document until the workspace's retention ends. With `purge`, or without retention, it removes the rows at
 * once. Runs that quote the document and curated answers that are based on it stay.
 */
export async function deleteDocument(database: Database, reader: Reader, id: string, purge = false): Promise<void> {
  const { workspaceId, accessGroups } = reader;
  if (!isUuid(id)) throw noDocument(id);
  const changed = await database.inWorkspace(
    workspaceId,
    async (transaction) => {
      const [workspace] = await transaction.query(findRetention, [workspaceId]);
      if (purge || workspace?.retention_days === 0) {
        const removed = await transaction.query(removeDocument, { workspaceId, id, accessGroups });
        await transaction.query(removeLostWords, { workspaceId });
        return removed;
      }
      return transaction.query(markDeleted, { workspaceId, id, accessGroups, now: new Date() });
    },
    { manyRows: true },
  );
  if (changed.length === 0) throw noDocument(id);
}

/** @throws NOT_FOUND, also for a document that was not deleted, or was deleted too long ago */
export async function restoreDocument(database: Database, reader: Reader, id: string): Promise<Document> {
  const { workspaceId, accessGroups } = reader;
  const changed = isUuid(id)
    ? await database.inWorkspace(workspaceId, async (transaction) =>
        transaction.query(restoreDeleted, {
          workspaceId,
          id,
          accessGroups,
          restorableSince: await restorableSince(transaction, workspaceId),
        }),
      )
    : [];
  const [document] = changed.length > 0 ? await readDocuments(database, reader, [id]) : [];
  if (!document) throw noDocument(id);
  return document;
}

/** Removes documents whose retention has ended. Returns their number. */
export async function purgeDeleted(database: Database, workspaceId: string): Promise<number> {
  const removed = await database.inWorkspace(
    workspaceId,
    async (transaction) => {
      const documents = await transaction.query(removeDeleted, {
        workspaceId,
        restorableSince: await restorableSince(transaction, workspaceId),
      });
      if (documents.length > 0) await transaction.query(removeLostWords, { workspaceId });
      return documents;
    },
    { manyRows: true },
  );
  return removed.length;
}
