import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A new document. Values: workspace, document, key, title, url, metadata as JSON, tags, created, updated. */
export const insertDocument = statement('knowledge.insertDocument', z.object({}), `
  insert into document (workspace_id, document_id, key, title, url, state, metadata, tags, created_at, updated_at)
  values ($1, $2, $3, $4, $5, 'PUBLISHED', $6::jsonb, $7, $8, $9)
`);
