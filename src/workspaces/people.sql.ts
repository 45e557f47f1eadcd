import { z } from 'zod';
import { statement } from '../db/statement.ts';

/** Selects a person by the provider's name for them. Values: workspace, issuer, subject. */
export const findPerson = statement(
  'workspaces.findPerson',
  z.object({ person_id: z.string(), last_seen_at: z.date() }),
  `
  select person_id, last_seen_at from person where workspace_id = $1 and issuer = $2 and subject = $3
`,
  { prepared: true },
);

/**
 * Creates a person at their first request to an existing workspace; no row if the workspace does not exist. Values:
 * workspace, person, issuer, subject, now.
 */
export const upsertPerson = statement(
  'workspaces.upsertPerson',
  z.object({ person_id: z.string() }),
  `
  insert into person (workspace_id, person_id, issuer, subject, created_at, last_seen_at)
  select w.workspace_id, $2, $3, $4, $5, $5 from workspace w where w.workspace_id = $1
  on conflict (workspace_id, issuer, subject) do update set last_seen_at = excluded.last_seen_at
  returning person_id
`,
);

/** Deletes a person, so that their id cannot be linked to anybody. Values: workspace, person. */
export const removePerson = statement(
  'workspaces.removePerson',
  z.object({ person_id: z.string() }),
  `
  delete from person where workspace_id = $1 and person_id = $2 returning person_id
`,
);
