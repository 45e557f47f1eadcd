import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Brings a deleted document back, unless it was deleted before an instant. Values: workspace, document, access groups or null, that instant. */
export const restoreDeleted = statement('knowledge.restoreDeleted', z.object({ document_id: z.string() }), `
  update document set deleted_at = null
  where workspace_id = $1 and document_id = $2 and deleted_at > $4 and ($3::text[] is null or access_groups = '{}' or access_groups && $3)
  returning document_id
`);
