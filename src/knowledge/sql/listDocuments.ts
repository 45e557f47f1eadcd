import { statement } from '../../db/statement.ts';
import { documentRow } from './documentRow.ts';

/**
 * A page of documents, most recently changed first; deleted ones have no current version.
 * Values: workspace, now, access groups or null, deleted after or null, state, tags, LIKE pattern, source types, semantic types in lower case, languages, updated before, id before, limit.
 */
export const listDocuments = statement('knowledge.listDocuments', documentRow, `
  select d.document_id, d.key, d.title, d.url, d.state, d.metadata, d.tags, d.source_type, d.semantic_type, d.author, d.language, d.access_groups, d.superseded_by, d.trust,
    d.deleted_at, d.created_at, d.updated_at,
    (
      select v.version_id from document_version v
      where v.workspace_id = $1 and v.document_id = d.document_id and d.deleted_at is null and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2)
      order by v.number desc limit 1
    ) as current_version_id
  from document d
  where d.workspace_id = $1
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
    and (($4::timestamptz is null and d.deleted_at is null) or d.deleted_at > $4)
    and ($5::text is null or d.state = $5)
    and ($6::text[] is null or d.tags @> $6)
    and ($7::text is null or d.title ilike $7 or d.key ilike $7)
    and ($8::text[] is null or d.source_type = any ($8))
    and ($9::text[] is null or lower(d.semantic_type) = any ($9))
    and ($10::text[] is null or d.language = any ($10))
    and ($11::timestamptz is null or (d.updated_at, d.document_id) < ($11, $12::uuid))
  order by d.updated_at desc, d.document_id desc
  limit $13
`);
