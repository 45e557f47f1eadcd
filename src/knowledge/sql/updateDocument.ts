import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The facts of a document after a new version. Values: workspace, document, state or null to leave it, title, url, metadata as JSON, tags, updated, source type, semantic type, author, language, search configuration, access groups, superseded by, trust or null to leave it. */
export const updateDocument = statement('knowledge.updateDocument', z.object({}), `
  update document set state = coalesce($3, state), title = $4, url = $5, metadata = $6::jsonb, tags = $7, updated_at = $8, source_type = $9, semantic_type = $10,
    author = $11, language = $12, search_config = $13, access_groups = $14, superseded_by = $15, trust = coalesce($16, trust)
  where workspace_id = $1 and document_id = $2
`);
