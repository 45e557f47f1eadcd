import type { Database } from '../db/database.ts';
import { newId } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import { findPerson, upsertPerson } from './people.sql.ts';

/** The person that a token identifies: the provider, and its name for the person. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** This runs before the question, so no budget of a question limits it. */
const findMillis = 5_000;
/** A person who works all day is recorded at most once a minute. */
const seenMillis = 60_000;

/**
 * Returns the id of a person in a workspace. It is random, is created at their first request, and is all that runs,
 * feedback and the audit know about them.
 * @throws FORBIDDEN if the workspace does not exist, with the same message as for one that the token does not open
 */
export async function personOf(database: Database, workspaceId: string, { issuer, subject }: Subject): Promise<string> {
  return database.inWorkspace(
    workspaceId,
    async (transaction) => {
      const now = new Date();
      const [known] = await transaction.query(findPerson, [workspaceId, issuer, subject]);
      if (known && known.last_seen_at.getTime() > now.getTime() - seenMillis) return known.person_id;
      const values = [workspaceId, known?.person_id ?? newId(), issuer, subject, now];
      const [made] = await transaction.query(upsertPerson, values);
      if (!made) throw noWorkspace();
      return made.person_id;
    },
    { timeoutMillis: findMillis },
  );
}

function noWorkspace(): CandorError {
  return new CandorError('FORBIDDEN', 'The token opens no workspace here.', {
    remedy: 'Let the identity provider name an existing workspace and a role in the claims that CANDOR_JWT names.',
  });
}
