import { statement } from '../../db/statement.ts';
import { aliasRow } from './aliasRow.ts';

/** Groups of which some phrase begins with one of the words, the oldest first. Values: workspace, words in lower case. */
export const aliasesOfWords = statement('knowledge.aliasesOfWords', aliasRow, `
  select a.alias_id, a.term, a.synonyms, a.created_at, a.updated_at
  from alias a
  where a.workspace_id = $1 and a.alias_id in (select w.alias_id from alias_word w where w.workspace_id = $1 and w.word = any ($2::text[]))
  order by a.alias_id
`);
