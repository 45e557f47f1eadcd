import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Whether retrieval passes a chunk over, with what was generated from it: a paraphrase must not bring back what was taken out. Values: workspace, version, chunk, omitted. */
export const setOmitted = statement('knowledge.setOmitted', z.object({}), `
  update chunk set omitted = $4 where workspace_id = $1 and version_id = $2 and parent_id = $3
`);
