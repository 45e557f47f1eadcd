import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { removeLostWords } from '../../knowledge/store/documents.sql.ts';
import { type Caller, demandAll } from '../../workspaces/caller.ts';
import { eraseAudit } from '../../workspaces/audit.sql.ts';
import { removeKey } from '../../workspaces/keys.sql.ts';
import { removePerson } from '../../workspaces/people.sql.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { removeDocumentsBy, removeFeedbackOf, removeRunsOf, removeSpendingOf } from './erasure.sql.ts';

interface PersonErasure {
  readonly runCount: number;
  readonly feedbackCount: number;
  readonly documentCount: number;
  /** Audit entries whose text, or the salt of its hash, was removed. */
  readonly auditCount: number;
}

interface ErasePersonOptions {
  /** Also erases the documents of this author, compared without regard to case. */
  readonly author?: string | undefined;
}

/** Permanent erasure. Both operations need ADMIN and a key that can see every document. */
export interface Erasure {
  /**
   * Forgets a person or an API key: the identity behind the id, their runs and all replays of them, their feedback, and
   * their texts in the audit, which still shows that somebody did something. Runs in one transaction; on a distributed
   * database the audit has its own transaction, before the others.
   * @throws NOT_FOUND for an id that is neither; BAD_INPUT for the caller's own id
   */
  person(caller: Caller, id: string, options?: ErasePersonOptions): Promise<PersonErasure>;
  /**
   * Deletes the caller's workspace with everything in it, including the audit.
   * @throws BAD_INPUT unless `name` is its name
   */
  workspace(caller: Caller, name: string): Promise<void>;
}

interface ErasureParts {
  readonly database: Database;
  readonly workspaces: Workspaces;
  /** Each function forgets the questions that this process keeps in memory. */
  readonly forget: readonly (() => void)[];
}

export function createErasure({ database, workspaces, forget }: ErasureParts): Erasure {
  const forgetAll = () => {
    for (const each of forget) each();
  };
  return {
    person: async (caller, id, { author } = {}) => {
      const { workspaceId } = demandAll(caller, 'ADMIN');
      if (id === caller.keyId)
        throw new CandorError('BAD_INPUT', 'A key cannot erase itself.', { details: { field: 'id' } });
      const erased = await erasePerson(database, workspaceId, id, author?.trim() || undefined);
      forgetAll();
      return erased;
    },
    workspace: async (caller, name) => {
      const { workspaceId } = demandAll(caller, 'ADMIN');
      const found = await workspaces.find(workspaceId);
      if (found?.name !== name)
        throw new CandorError('BAD_INPUT', 'The name is not that of the workspace.', {
          details: { field: 'name' },
          remedy: 'Give the exact name of the workspace; there is no way back.',
        });
      await workspaces.remove(workspaceId);
      forgetAll();
    },
  };
}

async function erasePerson(
  database: Database,
  workspaceId: string,
  id: string,
  author: string | undefined,
): Promise<PersonErasure> {
  const nobody = new CandorError('NOT_FOUND', 'This workspace has no such person or key.', { details: { id } });
  if (!isUuid(id)) throw nobody;
  const who = [workspaceId, id];
  // The audit's function runs as its owner, and Citus lets only one user write to a shard in a transaction. The audit
  // comes first: if the erasure is interrupted in between, the person still exists and can be erased again.
  const apart = database.distributed
    ? await database.inWorkspace(workspaceId, (transaction) => transaction.query(eraseAudit, who))
    : undefined;
  return database.inWorkspace(
    workspaceId,
    async (transaction) => {
      const people = await transaction.query(removePerson, who);
      const keys = await transaction.query(removeKey, who);
      if (people.length + keys.length === 0) throw nobody;
      const feedback = await transaction.query(removeFeedbackOf, who);
      const runs = await transaction.query(removeRunsOf, who);
      await transaction.query(removeSpendingOf, who);
      const [audit] = apart ?? (await transaction.query(eraseAudit, who));
      const documents = author === undefined ? [] : await transaction.query(removeDocumentsBy, [workspaceId, author]);
      if (documents.length > 0) await transaction.query(removeLostWords, { workspaceId });
      return {
        runCount: runs.length,
        feedbackCount: feedback.length,
        documentCount: documents.length,
        auditCount: audit?.erased ?? 0,
      };
    },
    { manyRows: true },
  );
}
