import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The facts of a document after a new version. Values: workspace, document, title, url, metadata as JSON, tags, updated. */
export const updateDocument = statement('knowledge.updateDocument', z.object({}), `
  update document set title = $3, url = $4, metadata = $5::jsonb, tags = $6, updated_at = $7
  where workspace_id = $1 and document_id = $2
`);
