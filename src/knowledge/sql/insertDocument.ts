import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A new document. Values: workspace, document, key, state, title, url, metadata as JSON, tags, updated, source type, semantic type, author, language, search configuration, access groups, superseded by, trust, created. */
export const insertDocument = statement('knowledge.insertDocument', z.object({}), `
  insert into document (
    workspace_id, document_id, key, state, title, url, metadata, tags, updated_at, source_type, semantic_type, author, language, search_config, access_groups, superseded_by, trust, created_at
  )
  values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
`);
