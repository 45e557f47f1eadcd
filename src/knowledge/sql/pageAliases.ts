import { statement } from '../../db/statement.ts';
import { aliasRow } from './aliasRow.ts';

/** Groups of phrases that mean the same, last saved first. Values: workspace, saved before, id before, limit. */
export const pageAliases = statement('knowledge.pageAliases', aliasRow, `
  select alias_id, term, synonyms, created_at, updated_at from alias
  where workspace_id = $1 and ($2::timestamptz is null or (updated_at, alias_id) < ($2, $3::uuid))
  order by updated_at desc, alias_id desc
  limit $4
`);
