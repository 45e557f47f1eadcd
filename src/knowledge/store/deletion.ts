import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/id.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { findRetention } from '../../workspaces/workspaces.sql.ts';
import type { Document } from '../document.ts';
import { noDocument, readDocuments, restorableSince } from './documents.ts';
import { markDeleted, removeDocument, removeLostWords, restoreDeleted, removeDeleted } from './deletion.sql.ts';

/**
 * Hides a document until the workspace's retention ends, or removes its rows at once: with `purge`, or where nothing is
 * retained. Runs that quote it and curated answers that rest on it stay.
 * @throws NOT_FOUND
 */
export async function deleteDocument(database: Database, reader: Reader, id: string, purge = false): Promise<void> {
  const { workspaceId, accessGroups } = reader;
  if (!isUuid(id)) throw noDocument(id);
  const changed = await database.inWorkspace(workspaceId, async (transaction) => {
    const [workspace] = await transaction.query(findRetention, [workspaceId]);
    if (purge || workspace?.retention_days === 0) {
      const removed = await transaction.query(removeDocument, { workspaceId, id, accessGroups });
      await transaction.query(removeLostWords, { workspaceId });
      return removed;
    }
    return transaction.query(markDeleted, { workspaceId, id, accessGroups, now: new Date() });
  });
  if (changed.length === 0) throw noDocument(id);
}

/** @throws NOT_FOUND, also for a document that was not deleted, or too long ago */
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

/** Removes what was deleted longer ago than the workspace retains it; gives how many documents. */
export async function purgeDeleted(database: Database, workspaceId: string): Promise<number> {
  const removed = await database.inWorkspace(workspaceId, async (transaction) => {
    const documents = await transaction.query(removeDeleted, {
      workspaceId,
      restorableSince: await restorableSince(transaction, workspaceId),
    });
    if (documents.length > 0) await transaction.query(removeLostWords, { workspaceId });
    return documents;
  });
  return removed.length;
}
