import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A version without its text; its sums follow with setVersionLengths. Values: workspace, version, document, number, content hash, effective from, effective until, created, chunk count, source type, flags, expires. */
export const insertVersion = statement('knowledge.insertVersion', z.object({}), `
  insert into document_version (
    workspace_id, version_id, document_id, number, content_hash, effective_from, effective_until, created_at, chunk_count, source_type, flags, expires_at,
    passage_count, body_length, title_length, heading_length
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0, 0, 0)
`);
