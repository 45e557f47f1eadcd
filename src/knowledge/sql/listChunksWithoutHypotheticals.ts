import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Passages that no hypotheticals were generated for, in the order of their versions and places: of some versions, whatever their state, or all that are valid and published.
 * Values: workspace, now, version ids or null, version and ordinal to go on after or null, limit.
 */
export const listChunksWithoutHypotheticals = statement('knowledge.listChunksWithoutHypotheticals', z.object({
  chunk_id: z.string(), version_id: z.string(), ordinal: z.number(), title: z.string(), section_path: z.array(z.string()), body: z.string(),
}), `
  select c.chunk_id, c.version_id, c.ordinal, d.title, t.section_path, t.body
  from chunk_text t
  join chunk c on c.workspace_id = $1 and c.chunk_id = t.chunk_id
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where t.workspace_id = $1 and t.hypotheticals_at is null
    and c.kind = 'PASSAGE' and not c.omitted and d.deleted_at is null
    and (v.version_id = any ($3::uuid[])
      or $3::uuid[] is null and d.state = 'PUBLISHED' and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2))
    and ($4::uuid is null or (c.version_id, c.ordinal) > ($4, $5::int))
  order by c.version_id, c.ordinal
  limit $6
`);
