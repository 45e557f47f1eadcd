import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Undoes a deletion. Values: workspace, document. */
export const restoreDocumentByKey = statement('knowledge.restoreDocumentByKey', z.object({}), `
  update document set deleted_at = null where workspace_id = $1 and document_id = $2
`);
