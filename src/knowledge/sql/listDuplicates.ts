import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The passages of each of some groups of near-duplicates, as far as the reader may see their documents. Values: workspace, groups, access groups or null, limit a group. */
export const listDuplicates = statement('knowledge.listDuplicates', z.object({
  duplicate_group: z.string(), chunk_id: z.string(), document_id: z.string(), key: z.string(), version_id: z.string(),
}), `
  with ranked as (
    select c.duplicate_group, c.chunk_id, c.document_id, d.key, c.version_id,
      row_number() over (partition by c.duplicate_group order by d.key, c.version_id desc, c.ordinal) as position
    from chunk c
    join document d on d.workspace_id = $1 and d.document_id = c.document_id
    where c.workspace_id = $1 and c.duplicate_group = any ($2::uuid[]) and c.kind = 'PASSAGE' and d.deleted_at is null
      and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
  )
  select r.duplicate_group, r.chunk_id, r.document_id, r.key, r.version_id from ranked r
  where r.position <= $4
  order by r.duplicate_group, r.position
`);
