import { z } from 'zod';
import { statement } from '../../db/statement.ts';
import { budgetRow } from './budgetRow.ts';
import { gateRow } from './gateRow.ts';

/** A workspace with the size of what a reader can find in it. Values: workspace, now, access groups or null. */
export const findWorkspace = statement(
  'workspaces.findWorkspace',
  budgetRow.extend({
    ...gateRow.shape,
    workspace_id: z.string(),
    name: z.string(),
    embedder: z.string().nullable(),
    retention_days: z.number(),
    document_count: z.number(),
    chunk_count: z.number(),
    curated_count: z.number(),
  }),
  `
  with readable as materialized (
    select d.document_id from document d
    where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
      and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
  )
  select w.workspace_id, w.name, w.embedder, w.retention_days,
    w.default_millis, w.default_rounds, w.default_tokens, w.max_millis, w.max_rounds, w.max_tokens, w.gate_caution, w.gate_from,
    (select count(*)::int from readable) as document_count,
    (
      select count(*)::int
      from chunk c
      join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
      where c.workspace_id = $1 and c.kind = 'PASSAGE' and not c.omitted
        and v.document_id in (select readable.document_id from readable)
        and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2)
    ) as chunk_count,
    (
      select count(*)::int
      from curated_answer a
      where a.workspace_id = $1 and ($3::text[] is null or not exists (
        select 1
        from curated_source s
        left join document d on d.workspace_id = $1 and d.document_id = s.document_id
        where s.workspace_id = $1 and s.curated_id = a.curated_id
          and not (d.document_id is not null and (d.access_groups = '{}' or d.access_groups && $3))
      ))
    ) as curated_count
  from workspace w
  where w.workspace_id = $1
`,
);
