import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes a curated answer. Values: workspace, id. */
export const removeCurated = statement('knowledge.removeCurated', z.object({ curated_id: z.string() }), `
  delete from curated_answer where workspace_id = $1 and curated_id = $2 returning curated_id
`);
