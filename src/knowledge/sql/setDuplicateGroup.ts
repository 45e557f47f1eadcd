import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Puts chunks into one group of near-duplicates. Values: workspace, chunk ids, group. */
export const setDuplicateGroup = statement('knowledge.setDuplicateGroup', z.object({}), `
  update chunk set duplicate_group = $3 where workspace_id = $1 and chunk_id = any ($2::uuid[]) and duplicate_group is distinct from $3
`);
