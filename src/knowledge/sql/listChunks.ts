import { statement } from '../../db/statement.ts';
import { chunkRow } from './chunkRow.ts';

/** A page of the passages of each of some versions, in the order of the text, as far as the reader may see their documents. Values: workspace, version ids, access groups or null, ordinal to go on after, limit. */
export const listChunks = statement('knowledge.listChunks', chunkRow, `
  with readable as materialized (
    select v.version_id
    from document_version v
    join document d on d.workspace_id = $1 and d.document_id = v.document_id
    where v.workspace_id = $1 and v.version_id = any ($2::uuid[]) and d.deleted_at is null
      and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
  ), paged as (
    select c.chunk_id, c.version_id, c.ordinal, c.start_offset, c.end_offset, c.omitted, c.duplicate_group,
      row_number() over (partition by c.version_id order by c.ordinal) as position
    from chunk c
    where c.workspace_id = $1 and c.version_id in (select readable.version_id from readable) and c.kind = 'PASSAGE' and c.ordinal > $4
  ), helped as (
    select h.parent_id, count(*)::int as hypotheticals
    from chunk h
    where h.workspace_id = $1 and h.version_id in (select readable.version_id from readable) and h.kind = 'HYPOTHETICAL'
    group by h.parent_id
  )
  select p.chunk_id, p.version_id, p.ordinal, t.body, p.start_offset, p.end_offset, t.section_path, t.content_type, t.token_count, t.quality, p.omitted,
    t.omit_reason, t.omit_override, p.duplicate_group, coalesce(h.hypotheticals, 0) as hypothetical_count
  from paged p
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = p.chunk_id
  left join helped h on h.parent_id = p.chunk_id
  where p.position <= $5
  order by p.version_id, p.ordinal
`);
