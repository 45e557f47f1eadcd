import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** By which words a group is found: the first of each phrase. Values: workspace, id, words in lower case. */
export const insertAliasWords = statement('knowledge.insertAliasWords', z.object({}), `
  insert into alias_word (workspace_id, word, alias_id) select $1, word, $2 from unnest($3::text[]) as word
`);
