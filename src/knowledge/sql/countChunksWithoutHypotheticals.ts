import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** How many passages listChunksWithoutHypotheticals would list in all. Values: workspace, now, version ids or null. */
export const countChunksWithoutHypotheticals = statement('knowledge.countChunksWithoutHypotheticals', z.object({ total: z.number() }), `
  select count(*)::int as total
  from chunk_text t
  join chunk c on c.workspace_id = $1 and c.chunk_id = t.chunk_id
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where t.workspace_id = $1 and t.hypotheticals_at is null
    and c.kind = 'PASSAGE' and not c.omitted and d.deleted_at is null
    and (v.version_id = any ($3::uuid[])
      or $3::uuid[] is null and d.state = 'PUBLISHED' and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2))
`);
