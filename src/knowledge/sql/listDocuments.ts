import { statement } from '../../db/statement.ts';
import { documentRow } from './documentRow.ts';

/** A page of documents, most recently changed first. Values: workspace, now, limit, state, tags, LIKE pattern, updated before, id before. */
export const listDocuments = statement('knowledge.listDocuments', documentRow, `
  select d.document_id, d.key, d.title, d.url, d.state, d.metadata, d.tags, d.created_at, d.updated_at,
    (
      select v.version_id from document_version v
      where v.workspace_id = $1 and v.document_id = d.document_id and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2)
      order by v.number desc limit 1
    ) as current_version_id
  from document d
  where d.workspace_id = $1
    and ($4::text is null or d.state = $4)
    and ($5::text[] is null or d.tags @> $5)
    and ($6::text is null or d.title ilike $6 or d.key ilike $6)
    and ($7::timestamptz is null or (d.updated_at, d.document_id) < ($7, $8::uuid))
  order by d.updated_at desc, d.document_id desc
  limit $3
`);
