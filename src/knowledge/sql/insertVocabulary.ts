import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The words of chunks that the workspace did not have, with the transaction that brings them. Ordered, so that two ingestions wait for each other and never deadlock. Values: workspace, chunk ids. */
export const insertVocabulary = statement('knowledge.insertVocabulary', z.object({}), `
  insert into vocabulary (workspace_id, lexeme, added)
  select $1, word.lexeme, pg_current_xact_id()::text::bigint
  from (select distinct p.lexeme from posting p where p.workspace_id = $1 and p.chunk_id = any ($2::uuid[])) as word
  where not exists (select 1 from vocabulary v where v.workspace_id = $1 and v.lexeme = word.lexeme)
  order by word.lexeme
  on conflict (workspace_id, lexeme) do nothing
`);
