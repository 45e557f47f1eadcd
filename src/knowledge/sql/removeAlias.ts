import { statement } from '../../db/statement.ts';
import { aliasRow } from './aliasRow.ts';

/** Deletes a group by its id or its term. Values: workspace, id or null, term or null. */
export const removeAlias = statement('knowledge.removeAlias', aliasRow, `
  delete from alias where workspace_id = $1 and (alias_id = $2::uuid or lower(term) = lower($3::text))
  returning alias_id, term, synonyms, created_at, updated_at
`);
