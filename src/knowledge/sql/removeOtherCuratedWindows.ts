import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes the vectors of curated wordings of every model but one. Values: workspace, model fingerprint. */
export const removeOtherCuratedWindows = statement('knowledge.removeOtherCuratedWindows', z.object({}), `
  delete from curated_window where workspace_id = $1 and model <> $2
`);
