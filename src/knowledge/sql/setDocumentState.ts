import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Publishes or hides a document. Values: workspace, document, state. */
export const setDocumentState = statement('knowledge.setDocumentState', z.object({ document_id: z.string() }), `
  update document set state = $3 where workspace_id = $1 and document_id = $2 returning document_id
`);
