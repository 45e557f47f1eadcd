import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes a document; its versions, chunks and vectors go with it. Values: workspace, document. */
export const removeDocument = statement('knowledge.removeDocument', z.object({ document_id: z.string() }), `
  delete from document where workspace_id = $1 and document_id = $2 returning document_id
`);
