import type { Transaction } from '../../db/database.ts';
import type { IngestedDocument } from '../document.ts';
import { withoutVersion } from '../store/placeVersion.ts';
import { endVersions } from '../store/storeVersions.sql.ts';
import {
  insertSyncDocuments,
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

/** RIGHTS: other readers alone. HELD: gone, but too much is gone at once. */
export type SyncDecision = 'NEW' | 'CHANGED' | 'MOVED' | 'DELETED' | 'RIGHTS' | 'HELD' | 'UNCHANGED' | 'FAILED';

/** A file as it was last ingested. */
export interface ManifestFile {
  readonly path: string;
  readonly contentHash: string;
  /** FAILED: it could not be ingested in that form. */
  readonly decision: string;
  readonly reason: string;
  /** What its reader noted for the next reading. */
  readonly note: FileNote | null;
}

/** JSON that only the reader of a kind of source understands. */
export type FileNote = Readonly<Record<string, unknown>>;

/** What the manifest stores for a file. */
export interface FileStamp {
  readonly decision: SyncDecision;
  readonly contentHash: string;
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
  readonly note?: FileNote | undefined;
}

/** One file of one synchronised source. */
export interface FileRef {
  readonly workspaceId: string;
  readonly sourceId: string;
  readonly path: string;
}

/** Returns what was ingested from a source. */
export async function filesOf(
  transaction: Transaction,
  workspaceId: string,
  sourceId: string,
): Promise<readonly ManifestFile[]> {
  const rows = await transaction.query(listSyncFiles, { workspaceId, sourceId });
  return rows.map(({ content_hash: contentHash, ...row }) => ({ ...row, contentHash }));
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
    sourceId: file.sourceId,
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

export async function writeFile(
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
    note: stamp.note === undefined ? null : JSON.stringify(stamp.note),
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
