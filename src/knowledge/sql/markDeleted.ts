import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Hides a document from everything but a restore. Values: workspace, document, access groups or null, now. */
export const markDeleted = statement('knowledge.markDeleted', z.object({ document_id: z.string() }), `
  update document set deleted_at = $4
  where workspace_id = $1 and document_id = $2 and deleted_at is null and ($3::text[] is null or access_groups = '{}' or access_groups && $3)
  returning document_id
`);
