import type { Database, Transaction } from '../../db/database.ts';
import { newId } from '../../db/statement.ts';
import type { IngestedDocument } from '../document.ts';
import { withoutVersion } from '../store/placeVersion.ts';
import { endVersions } from '../store/storeVersions.sql.ts';
import {
  findSyncSource,
  insertSyncDocuments,
  insertSyncSource,
  listSyncDocuments,
  listSyncFiles,
  markAllDeleted,
  moveSyncDocuments,
  removeSyncDocuments,
  removeSyncFile,
  removeVersion,
  renameDocument,
  upsertSyncFile,
} from './manifest.sql.ts';
import { fileEditionOf } from '../editions/edition.ts';
import { nameOfSeries } from '../editions/series.ts';
import { readStamps } from '../store/findUnchanged.ts';

export type SyncDecision = 'NEW' | 'CHANGED' | 'MOVED' | 'DELETED' | 'UNCHANGED' | 'FAILED';

/** A file as it was last ingested. */
export interface ManifestFile {
  readonly path: string;
  readonly contentHash: string;
  /** FAILED: it could not be ingested in that form. */
  readonly decision: string;
  readonly reason: string;
}

/** What the manifest stores for a file. */
export interface FileStamp {
  readonly decision: SyncDecision;
  readonly contentHash: string;
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
}

/** One file of one synchronised source. */
interface FileRef {
  readonly workspaceId: string;
  readonly sourceId: string;
  readonly path: string;
}

/** Returns what was ingested from a root; undefined: nothing yet. */
export async function readManifest(
  database: Database,
  workspaceId: string,
  root: string,
): Promise<{ readonly sourceId: string; readonly files: readonly ManifestFile[] } | undefined> {
  return database.inWorkspace(workspaceId, async (transaction) => {
    const [source] = await transaction.query(findSyncSource, { workspaceId, root });
    if (!source) return undefined;
    const rows = await transaction.query(listSyncFiles, { workspaceId, sourceId: source.source_id });
    return {
      sourceId: source.source_id,
      files: rows.map((row) => ({
        path: row.path,
        contentHash: row.content_hash,
        decision: row.decision,
        reason: row.reason,
      })),
    };
  });
}

/** Returns the id of a root's source, which is created if it is new. */
export async function claimSource(transaction: Transaction, workspaceId: string, root: string): Promise<string> {
  await transaction.query(insertSyncSource, { workspaceId, sourceId: newId(), root, now: new Date() });
  const [source] = await transaction.query(findSyncSource, { workspaceId, root });
  return source?.source_id ?? '';
}

/** Whether a fault lies in the document itself, so that a retry without a change has the same result. */
const isFinal = (result: IngestedDocument): boolean => result.error?.code.startsWith('DOCUMENT_') ?? false;

/**
 * Records what was read from a file. Documents that the file no longer holds are deleted, unless a document of the file
 * failed. A fault that may pass, such as a model that is down, is not recorded: the file is tried again.
 */
export async function noteFile(
  transaction: Transaction,
  file: FileRef,
  stamp: FileStamp,
  results: readonly IngestedDocument[],
): Promise<void> {
  const failed = results.filter((result) => result.status === 'FAILED');
  if (failed.some((result) => !isFinal(result))) return;
  const reason = failed[0]?.error
    ? `${failed[0].error.message} ${failed[0].error.remedy}`
    : stamp.decision.toLowerCase();
  await writeFile(transaction, file, stamp, failed.length > 0 ? 'FAILED' : stamp.decision, reason);
  const read = new Map(
    results.flatMap(({ documentId, versionId }) => (documentId && versionId ? [[documentId, versionId]] : [])),
  );
  if (failed.length === 0) {
    const before = await transaction.query(listSyncDocuments, {
      workspaceId: file.workspaceId,
      sourceId: file.sourceId,
      path: file.path,
    });
    await deleteDocuments(
      transaction,
      file,
      before.filter((row) => !read.has(row.document_id)),
    );
  }
  await transaction.query(insertSyncDocuments, {
    workspaceId: file.workspaceId,
    sourceId: file.sourceId,
    path: file.path,
    documentIds: [...read.keys()],
    versionIds: [...read.values()],
  });
}

/**
 * Records that a file has moved. A document whose key was the old path gets the new path as its key. Nothing is read or
 * embedded, so a document whose title was its old path keeps that title, on display and in its vectors.
 */
export async function moveFile(transaction: Transaction, file: FileRef, from: string, stamp: FileStamp): Promise<void> {
  await writeFile(transaction, file, stamp, stamp.decision, `moved from ${from}`);
  await transaction.query(moveSyncDocuments, {
    workspaceId: file.workspaceId,
    sourceId: file.sourceId,
    from,
    path: file.path,
  });
  await transaction.query(removeSyncFile, { workspaceId: file.workspaceId, sourceId: file.sourceId, path: from });
  await transaction.query(renameDocument, {
    workspaceId: file.workspaceId,
    from,
    path: file.path,
    fileSeries: nameOfSeries(fileEditionOf(file.path)),
  });
}

/**
 * Deletes the documents that only this file held. Of documents that other files also hold, it deletes this file's
 * version.
 */
export async function forgetFile(transaction: Transaction, file: FileRef): Promise<void> {
  await deleteDocuments(
    transaction,
    file,
    await transaction.query(listSyncDocuments, {
      workspaceId: file.workspaceId,
      sourceId: file.sourceId,
      path: file.path,
    }),
  );
  await transaction.query(removeSyncFile, { workspaceId: file.workspaceId, sourceId: file.sourceId, path: file.path });
}

async function writeFile(
  transaction: Transaction,
  file: FileRef,
  stamp: FileStamp,
  decision: string,
  reason: string,
): Promise<void> {
  await transaction.query(upsertSyncFile, {
    workspaceId: file.workspaceId,
    sourceId: file.sourceId,
    path: file.path,
    size: stamp.size,
    modifiedAt: new Date(stamp.modifiedAt),
    contentHash: stamp.contentHash,
    decision,
    reason,
    now: new Date(),
  });
}

interface HeldDocument {
  readonly document_id: string;
  readonly version_id: string;
  readonly shared: boolean;
}

async function deleteDocuments(
  transaction: Transaction,
  { workspaceId, sourceId, path }: FileRef,
  held: readonly HeldDocument[],
): Promise<void> {
  if (held.length === 0) return;
  await transaction.query(markAllDeleted, {
    workspaceId,
    documentIds: held.filter((row) => !row.shared).map((row) => row.document_id),
    now: new Date(),
  });
  const shared = held.filter((row) => row.shared);
  const stamps = await readStamps(
    transaction,
    workspaceId,
    shared.map((row) => row.document_id),
  );
  for (const { document_id: documentId, version_id: versionId } of shared) {
    const ended = withoutVersion(stamps.get(documentId) ?? [], versionId);
    await transaction.query(removeVersion, { workspaceId, versionId });
    if (ended.length > 0)
      await transaction.query(endVersions, {
        workspaceId,
        versionIds: ended.map((version) => version.versionId),
        effectiveUntils: ended.map((version) => version.effectiveUntil),
      });
  }
  await transaction.query(removeSyncDocuments, {
    workspaceId,
    sourceId,
    path,
    documentIds: held.map((row) => row.document_id),
  });
}
