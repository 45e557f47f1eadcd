import { statement } from '../../db/statement.ts';
import { versionRow } from './versionRow.ts';

/** Versions by id, in any order, as far as the reader may see their documents. Values: workspace, ids, access groups or null. */
export const findVersions = statement('knowledge.findVersions', versionRow, `
  select v.version_id, v.document_id, v.number, t.text, v.content_hash, v.effective_from, v.effective_until, v.expires_at, v.created_at, v.chunk_count,
    v.source_type, t.source_map, v.flags
  from document_version v
  join version_text t on t.workspace_id = $1 and t.version_id = v.version_id
  join document d on d.workspace_id = $1 and d.document_id = v.document_id
  where v.workspace_id = $1 and v.version_id = any ($2::uuid[]) and d.deleted_at is null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`);
