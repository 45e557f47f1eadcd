import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { findEmbedder, setEmbedder } from '../../workspaces/workspaces.sql.ts';

/**
 * Binds a workspace to one model's vectors: the first to come claims it.
 * @throws EMBEDDER_MISMATCH when it holds another model's vectors, NOT_FOUND when there is no such workspace
 */
export async function claimEmbedder(database: Database, workspaceId: string, fingerprint: string): Promise<void> {
  await database.inWorkspace(workspaceId, async (transaction) => {
    const [workspace] = await transaction.query(findEmbedder, [workspaceId]);
    if (!workspace) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
    if (workspace.embedder === null) await transaction.query(setEmbedder, [workspaceId, fingerprint]);
    else assertSameEmbedder(workspace.embedder, fingerprint);
  });
}

/** @throws EMBEDDER_MISMATCH, whose remedy is the command that re-embeds */
export function assertSameEmbedder(stored: string, configured: string): void {
  if (stored === configured) return;
  throw new CandorError(
    'EMBEDDER_MISMATCH',
    `The stored vectors are of ${stored}, the configured embedder is ${configured}.`,
    { details: { stored, configured } },
  );
}
