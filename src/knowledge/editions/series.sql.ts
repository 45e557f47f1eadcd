import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** Selects documents whose series was not read, with the beginnings of their newest versions. */
export const listUnreadSeries = statement(
  'knowledge.listUnreadSeries',
  z.object({ document_id: z.string(), title: z.string(), key: z.string(), head: z.string().nullable() }),
  (v: Named<{ headCharacters: number; limit: number }>) => sql`
  select d.document_id, d.title, d.key, (
      select left(t.text, ${v.headCharacters})
      from document_version o
      join version_text t on t.workspace_id = ${v.workspaceId} and t.version_id = o.version_id
      where o.workspace_id = ${v.workspaceId} and o.document_id = d.document_id
      order by o.effective_from desc, o.number desc limit 1
    ) as head
  from document d
  where d.workspace_id = ${v.workspaceId} and d.title_series is null
  limit ${v.limit}
`,
);

export const setSeries = statement(
  'knowledge.setSeries',
  z.object({}),
  (v: Named<{ id: string; titleSeries: string; fileSeries: string; replaces: readonly string[] }>) => sql`
  update document set title_series = ${v.titleSeries}, file_series = ${v.fileSeries}, replaces = ${v.replaces}::text[]
  where workspace_id = ${v.workspaceId} and document_id = ${v.id}
`,
);
