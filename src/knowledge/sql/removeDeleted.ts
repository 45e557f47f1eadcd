import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Removes documents that were deleted at an instant or before; their versions, chunks and vectors go with them. Values: workspace, that instant. */
export const removeDeleted = statement('knowledge.removeDeleted', z.object({ document_id: z.string() }), `
  delete from document where workspace_id = $1 and deleted_at <= $2
  returning document_id
`);
