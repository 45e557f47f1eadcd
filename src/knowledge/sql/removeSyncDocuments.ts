import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Unlinks a file from documents. Values: workspace, source, path, document ids. */
export const removeSyncDocuments = statement('knowledge.removeSyncDocuments', z.object({}), `
  delete from sync_document where workspace_id = $1 and source_id = $2 and path = $3 and document_id = any ($4::uuid[])
`);
