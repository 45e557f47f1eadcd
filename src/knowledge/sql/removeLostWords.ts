import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Forgets the words that no document has any more: a purge leaves nothing of what it removed. Values: workspace. */
export const removeLostWords = statement('knowledge.removeLostWords', z.object({}), `
  delete from vocabulary v
  where v.workspace_id = $1 and not exists (select 1 from posting p where p.workspace_id = $1 and p.lexeme = v.lexeme)
`);
