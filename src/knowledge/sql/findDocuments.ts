import { statement } from '../../db/statement.ts';
import { documentRow } from './documentRow.ts';

/** Documents by id, in any order, as far as the reader may see them. Values: workspace, now, ids, access groups or null. */
export const findDocuments = statement('knowledge.findDocuments', documentRow, `
  select d.document_id, d.key, d.title, d.url, d.state, d.metadata, d.tags, d.source_type, d.semantic_type, d.author, d.language, d.access_groups, d.superseded_by, d.trust,
    d.deleted_at, d.created_at, d.updated_at,
    (
      select v.version_id from document_version v
      where v.workspace_id = $1 and v.document_id = d.document_id and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2)
      order by v.number desc limit 1
    ) as current_version_id
  from document d
  where d.workspace_id = $1 and d.document_id = any ($3::uuid[]) and d.deleted_at is null
    and ($4::text[] is null or d.access_groups = '{}' or d.access_groups && $4)
`);
