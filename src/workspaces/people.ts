import type { Database } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import { findPerson, upsertPerson } from './people.sql.ts';

/** Who a token is of: the provider, and its name for the person. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** No question has begun whose budget could bound it. */
const findMillis = 5_000;
/** Somebody who works all day is written down once a minute. */
const seenMillis = 60_000;

/**
 * The id of a person in a workspace: random, made at their first request, and all that runs, feedback and the audit
 * know of them.
 * @throws FORBIDDEN for a workspace that is not there, in the words for one that the token does not open
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
    remedy: 'Let the identity provider name an existing workspace and a role in the claims that CANDOR_JWT_* name.',
  });
}
