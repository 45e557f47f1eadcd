import type { Transaction } from '../db/database.ts';
import { findRetention } from '../workspaces/sql/findRetention.ts';

const dayMillis = 86_400_000;

/** Documents that were deleted after it can be restored. */
export async function restorableSince(transaction: Transaction, workspaceId: string): Promise<Date> {
  const [workspace] = await transaction.query(findRetention, [workspaceId]);
  return new Date(Date.now() - (workspace?.retention_days ?? 0) * dayMillis);
}
