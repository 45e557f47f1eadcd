import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The document with a key, locked against a second ingestion of it. Values: workspace, key. */
export const findDocumentByKey = statement('knowledge.findDocumentByKey', z.object({ document_id: z.string(), deleted_at: z.date().nullable() }), `
  select document_id, deleted_at from document
  where workspace_id = $1 and key = $2
  for update
`);
