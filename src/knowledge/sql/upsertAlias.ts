import { statement } from '../../db/statement.ts';
import { aliasRow } from './aliasRow.ts';

/**
 * Creates a group, or replaces the phrases of the one with this term; no row when a new one would be too many.
 * Values: workspace, id, term, synonyms, now, largest number of groups.
 */
export const upsertAlias = statement('knowledge.upsertAlias', aliasRow, `
  insert into alias (workspace_id, alias_id, term, synonyms, created_at, updated_at)
  select $1::uuid, $2::uuid, $3::text, $4::text[], $5::timestamptz, $5::timestamptz
  where (select count(*) from alias a where a.workspace_id = $1) < $6
    or exists (select 1 from alias a where a.workspace_id = $1 and lower(a.term) = lower($3))
  on conflict (workspace_id, lower(term)) do update
  set term = excluded.term, synonyms = excluded.synonyms, updated_at = excluded.updated_at
  returning alias_id, term, synonyms, created_at, updated_at
`);
