import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Forgets by which words a group is found. Values: workspace, id. */
export const removeAliasWords = statement('knowledge.removeAliasWords', z.object({}), `
  delete from alias_word where workspace_id = $1 and alias_id = $2
`);
