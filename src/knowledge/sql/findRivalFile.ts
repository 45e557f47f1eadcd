import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Another file of a source that brought the same version of a document: of the same date, or undated like it (valid from when it was stored).
 * Values: workspace, source, path, key, effective from or null.
 */
export const findRivalFile = statement('knowledge.findRivalFile', z.object({ path: z.string() }), `
  select s.path
  from document d
  join sync_document s on s.workspace_id = $1 and s.document_id = d.document_id
  join document_version v on v.workspace_id = $1 and v.version_id = s.version_id
  where d.workspace_id = $1 and d.key = $4 and d.deleted_at is null and s.source_id = $2 and s.path <> $3
    and case when $5::timestamptz is null then v.effective_from = v.created_at else v.effective_from = $5 end
  limit 1
`);
