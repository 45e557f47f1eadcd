import type { Transaction } from '../../db/database.ts';
import type { Run } from '../state/run.ts';
import { insertSources, watchAnew, watchDocuments } from './recalls.sql.ts';

/**
 * Has an answer looked at again when something that it quotes changes. Not watched are quotes of versions that had ended
 * when the question was asked, and runs that repeat another.
 */
export async function watchRun(transaction: Transaction, workspaceId: string, run: Run): Promise<void> {
  const { id, outcome, replayOf, result } = run;
  if (outcome !== 'ANSWER' || replayOf !== null || !result) return;
  const quoted = result.citations.filter(({ isCurrent }) => isCurrent);
  // In one order for all: two questions may quote the same documents.
  const documentIds = [...new Set(quoted.map(({ documentId }) => documentId))].sort();
  if (documentIds.length === 0) return;
  const now = new Date();
  await transaction.query(insertSources, { workspaceId, runIds: documentIds.map(() => id), documentIds, quoted: true });
  await transaction.query(watchDocuments, { workspaceId, documentIds, now });
  await transaction.query(watchAnew, {
    workspaceId,
    documentIds: quoted.map(({ documentId }) => documentId),
    versionIds: quoted.map(({ versionId }) => versionId),
    now,
  });
}
