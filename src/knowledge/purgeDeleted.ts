import type { Database } from '../db/database.ts';
import { restorableSince } from './retention.ts';
import { removeDeleted } from './sql/removeDeleted.ts';
import { removeLostWords } from './sql/removeLostWords.ts';

/** Removes what was deleted longer ago than the workspace retains it; gives how many documents. */
export async function purgeDeleted(database: Database, workspaceId: string): Promise<number> {
  const removed = await database.inWorkspace(workspaceId, async (transaction) => {
    const documents = await transaction.query(removeDeleted, [workspaceId, await restorableSince(transaction, workspaceId)]);
    if (documents.length > 0) await transaction.query(removeLostWords, [workspaceId]);
    return documents;
  });
  return removed.length;
}
