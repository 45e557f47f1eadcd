import type { Database, TransactionOptions } from '../../db/database.ts';
import type { Notice } from '../../grounding/claim.ts';
import { recalledMessage } from '../speech/messages.ts';
import type { ResolvedRequest, Turn } from '../state/request.ts';
import { standingsOf } from './recalls.ts';

/** A recorded turn of a conversation, with since when its answer no longer stands; null: it does. */
interface RecordedTurn extends Pick<Turn, 'question' | 'outcome'> {
  readonly run_id: string;
  readonly created_at: Date;
  readonly recalled_since: Date | null;
}

/**
 * That earlier answers of a conversation no longer stand, oldest first, each with what stands now as far as the asker
 * may read it. What was called back before the last answer was for that one to say.
 */
export async function recalledBefore(
  database: Database,
  { workspaceId, accessGroups, askedBy }: Pick<ResolvedRequest, 'workspaceId' | 'accessGroups' | 'askedBy'>,
  turns: readonly RecordedTurn[],
  options: TransactionOptions,
): Promise<Notice[]> {
  const answered = Math.max(
    ...turns.filter(({ outcome }) => outcome === 'ANSWER').map((turn) => turn.created_at.getTime()),
  );
  const recalled = turns
    .filter(({ recalled_since: since }) => since !== null && since.getTime() > answered)
    .toSorted((left, right) => left.created_at.getTime() - right.created_at.getTime());
  if (recalled.length === 0) return [];
  const reader = { workspaceId, accessGroups, keyId: askedBy, role: 'READER' } as const;
  const ids = recalled.map((turn) => turn.run_id);
  const standings = await standingsOf(database, reader, ids, options);
  return recalled.flatMap(({ question }, position) => {
    const standing = standings[position];
    if (!standing || standing.verdict === 'STANDS') return [];
    const { documentId = null, versionId = null, quote = null, sourceSpan = null } = standing.now ?? {};
    return [
      {
        kind: 'EARLIER_ANSWER_RECALLED' as const,
        message: recalledMessage(question, quote),
        documentId,
        versionId,
        quote,
        sourceSpan,
      },
    ];
  });
}
