import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes the wordings of a curated answer. Values: workspace, id. */
export const removeCuratedWindows = statement('knowledge.removeCuratedWindows', z.object({}), `
  delete from curated_window where workspace_id = $1 and curated_id = $2
`);
