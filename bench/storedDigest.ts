import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../src/db/database.ts';
import { statement } from '../src/db/statement.ts';

/** The stored data, by document key: ids, times and transactions differ from one load to the next. */
const stored = statement(
  'bench.stored',
  z.object({ name: z.string(), rows: z.number(), digest: z.string() }),
  `
  with place as materialized (
    select c.chunk_id, d.key || ' ' || v.number || ' ' || c.kind || ' ' || c.ordinal as place
    from chunk c
    join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
    join document d on d.workspace_id = $1 and d.document_id = v.document_id
    where c.workspace_id = $1
  ), line as (
    select 'document' as name, to_jsonb(d) - '{document_id,workspace_id,created_at,updated_at}'::text[] as line from document d where d.workspace_id = $1
    union all
    select 'version', (to_jsonb(v) - '{document_id,version_id,workspace_id,created_at,effective_from,effective_until}'::text[]) || jsonb_build_object('key', d.key, 'held', v.effective_until is null)
    from document_version v join document d on d.workspace_id = $1 and d.document_id = v.document_id where v.workspace_id = $1
    union all
    select 'text', (to_jsonb(t) - '{version_id,workspace_id}'::text[]) || jsonb_build_object('key', d.key, 'number', v.number)
    from version_text t join document_version v on v.workspace_id = $1 and v.version_id = t.version_id join document d on d.workspace_id = $1 and d.document_id = v.document_id where t.workspace_id = $1
    union all
    select 'chunk', (to_jsonb(c) - '{chunk_id,version_id,document_id,parent_id,workspace_id,duplicate_group}'::text[]) || jsonb_build_object('place', p.place, 'group',
      (select jsonb_agg(g.place order by g.place) from chunk o join place g on g.chunk_id = o.chunk_id where o.workspace_id = $1 and o.duplicate_group = c.duplicate_group))
    from chunk c join place p on p.chunk_id = c.chunk_id where c.workspace_id = $1
    union all
    select 'chunk_text', (to_jsonb(t) - '{chunk_id,workspace_id}'::text[]) || jsonb_build_object('place', p.place) from chunk_text t join place p on p.chunk_id = t.chunk_id where t.workspace_id = $1
    union all
    select 'posting', (to_jsonb(o) - '{chunk_id,workspace_id}'::text[]) || jsonb_build_object('place', p.place) from posting o join place p on p.chunk_id = o.chunk_id where o.workspace_id = $1
    union all
    select 'vocabulary', to_jsonb(w.lexeme) from vocabulary w where w.workspace_id = $1
    union all
    select 'window', (to_jsonb(w) - '{chunk_id,workspace_id,embedding}'::text[]) || jsonb_build_object('place', p.place, 'embedding', w.embedding::text) from chunk_window w join place p on p.chunk_id = w.chunk_id where w.workspace_id = $1
    union all
    select 'code', (to_jsonb(k) - '{chunk_id,workspace_id}'::text[]) || jsonb_build_object('place', p.place) from chunk_code k join place p on p.chunk_id = k.chunk_id where k.workspace_id = $1
    union all
    select 'band', jsonb_build_object('place', p.place, 'hash', b.hash) from chunk_band b join place p on p.chunk_id = b.chunk_id where b.workspace_id = $1
  )
  select line.name, count(*)::int as rows, md5(string_agg(md5(line.line::text), '' order by md5(line.line::text))) as digest from line group by line.name order by line.name
`,
);

/** Returns a digest of what is stored, by table and of all: two versions of the code that store the same give the same. */
export async function storedDigest(database: Database, workspaceId: string): Promise<string> {
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(stored, [workspaceId]));
  const all = createHash('sha256');
  let text = '';
  for (const row of rows) {
    all.update(`${row.name} ${row.digest}\n`);
    text += `${row.name.padEnd(12)} ${String(row.rows).padStart(8)} ${row.digest}\n`;
  }
  return `${text}all                   ${all.digest('hex').slice(0, 32)}\n`;
}
