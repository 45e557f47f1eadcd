import type { Transaction } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import type { Run } from '../state/run.ts';
import { insertSources, watchQuoted } from './recalls.sql.ts';

/**
 * Has an answer looked at again when something that it quotes changes. Not watched are quotes of versions that had ended
 * when the question was asked, and runs that repeat another.
 */
export async function watchRun(transaction: Transaction, workspaceId: string, run: Run): Promise<void> {
  const { id, outcome, replayOf, result } = run;
  if (outcome !== 'ANSWER' || replayOf !== null || !result) return;
  const quoted = result.citations.filter(({ isCurrent, documentId }) => isCurrent && isUuid(documentId));
  const versions = new Map(quoted.map(({ documentId, versionId }) => [documentId, versionId]));
  if (versions.size === 0) return;
  const documentIds = [...versions.keys()];
  await transaction.query(insertSources, {
    workspaceId,
    runIds: documentIds.map(() => id),
    documentIds,
    quoted: true,
  });
  await transaction.query(watchQuoted, {
    workspaceId,
    documentIds,
    versionIds: [...versions.values()],
    now: new Date(),
  });
}
