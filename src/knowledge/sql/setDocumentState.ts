import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Publishes or hides a document that the reader may see. Values: workspace, document, access groups or null, state. */
export const setDocumentState = statement('knowledge.setDocumentState', z.object({ document_id: z.string() }), `
  update document set state = $4
  where workspace_id = $1 and document_id = $2 and deleted_at is null and ($3::text[] is null or access_groups = '{}' or access_groups && $3)
  returning document_id
`);
