import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Marks a curated answer as checked by a person. Values: workspace, id, now. */
export const touchCurated = statement('knowledge.touchCurated', z.object({ curated_id: z.string() }), `
  update curated_answer set updated_at = $3 where workspace_id = $1 and curated_id = $2 returning curated_id
`);
