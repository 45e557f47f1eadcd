import { statement } from '../../db/statement.ts';
import { chunkRow } from './chunkRow.ts';

/** One passage, if the reader may see its document. Values: workspace, chunk, access groups or null. */
export const findChunk = statement('knowledge.findChunk', chunkRow, `
  select c.chunk_id, c.version_id, c.ordinal, t.body, c.start_offset, c.end_offset, t.section_path, t.content_type, t.token_count, t.quality, c.omitted,
    t.omit_reason, t.omit_override, c.duplicate_group,
    (
      select count(*)::int from chunk h where h.workspace_id = $1 and h.version_id = c.version_id and h.parent_id = c.chunk_id and h.kind = 'HYPOTHETICAL'
    ) as hypothetical_count
  from chunk c
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where c.workspace_id = $1 and c.chunk_id = $2 and c.kind = 'PASSAGE' and d.deleted_at is null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`);
