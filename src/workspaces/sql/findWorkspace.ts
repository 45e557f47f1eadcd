import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** A workspace with the size of what can be found in it. Values: workspace, now. */
export const findWorkspace = statement('workspaces.findWorkspace', z.object({
  workspace_id: z.string(), name: z.string(), embedder: z.string().nullable(),
  document_count: z.number(), chunk_count: z.number(), curated_count: z.number(),
}), `
  select w.workspace_id, w.name, w.embedder,
    (select count(*)::int from document d where d.workspace_id = $1 and d.state = 'PUBLISHED') as document_count,
    (
      select coalesce(sum(v.chunk_count), 0)::int
      from document_version v
      join document d on d.workspace_id = $1 and d.document_id = v.document_id
      where v.workspace_id = $1 and d.state = 'PUBLISHED' and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2)
    ) as chunk_count,
    (select count(*)::int from curated_answer a where a.workspace_id = $1) as curated_count
  from workspace w
  where w.workspace_id = $1
`);
