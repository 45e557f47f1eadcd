import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A person's word on whether retrieval passes a chunk over; null takes it back. Values: workspace, chunk, override or null. */
export const setOmitOverride = statement('knowledge.setOmitOverride', z.object({}), `
  update chunk_text set omit_override = $3 where workspace_id = $1 and chunk_id = $2
`);
