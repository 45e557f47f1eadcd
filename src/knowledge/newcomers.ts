import type { Database, TransactionOptions } from '../db/database.ts';
import { hasOlderDocuments } from './sql/hasOlderDocuments.ts';

/** A document is new for a week: what is wrong with it has mostly been noticed by then. */
export const newForMillis = 7 * 86_400_000;

/** Whether a document that was first ingested since stands out: in a workspace that was filled this week nothing is new. @throws DATABASE_FAILED, TIMEOUT, CANCELLED */
export async function isMostlyOlder(database: Database, workspaceId: string, since: Date, options: TransactionOptions): Promise<boolean> {
  const [row] = await database.inWorkspace(workspaceId, (transaction) => transaction.query(hasOlderDocuments, [workspaceId, since]), options);
  return row?.mostly ?? false;
}
