import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Unlinks a curated answer from its sources. Values: workspace, id. */
export const removeCuratedSources = statement('knowledge.removeCuratedSources', z.object({}), `
  delete from curated_source where workspace_id = $1 and curated_id = $2
`);
