import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes a document that the reader may see, deleted before or not; its versions, chunks and vectors go with it. Values: workspace, document, access groups or null. */
export const removeDocument = statement('knowledge.removeDocument', z.object({ document_id: z.string() }), `
  delete from document
  where workspace_id = $1 and document_id = $2 and ($3::text[] is null or access_groups = '{}' or access_groups && $3)
  returning document_id
`);
