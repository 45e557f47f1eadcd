import { z } from 'zod';
import type { BackupSession } from './session.ts';

/** A table as a backup sees it. Names are quoted for SQL. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Of this database's own clock of transactions: written anew by whoever restores. */
  readonly clocks: readonly string[];
}

/** Columns that hold the number of a transaction, which means nothing elsewhere. */
const clockColumns: ReadonlySet<string> = new Set(['vocabulary.added']);

const tableRow = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()),
  needs: z.array(z.string()),
});

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Every table of a workspace, each after those that it refers to: what later migrations add is backed up without
 * anybody thinking of it.
 */
export async function readTables(session: Pick<BackupSession, 'query'>): Promise<BackupTable[]> {
  const rows = await session.query(`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by k.place) from pg_constraint p
       cross join lateral unnest(p.conkey) with ordinality as k (attnum, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
       where p.conrelid = c.oid and p.contype = 'p') as key,
      coalesce((select json_agg(distinct r.relname) from pg_constraint f join pg_class r on r.oid = f.confrelid
                where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped)
    order by c.relname`);
  return inOrder(rows.map((row) => tableRow.parse(row))).map(({ name, columns, key }) => ({
    name,
    columns,
    key: key.map(quoted),
    clocks: columns.filter((column) => clockColumns.has(`${name}.${column}`)),
  }));
}

type Found = z.infer<typeof tableRow>;

function inOrder(tables: readonly Found[]): Found[] {
  const placed: Found[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ needs }) => !needs.some((need) => waiting.has(need)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    placed.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return placed;
}

/** Values: workspace, columns that are left out. */
export function selectRows({ name, key }: BackupTable): string {
  return `select (to_jsonb(t) - $2::text[])::text as row from ${quoted(name)} t where t.workspace_id = $1 order by ${key.map((column) => `t.${column}`).join(', ')}`;
}

/**
 * Rows of another workspace are left out, which the count tells. The workspace is a column of its own row, and of the
 * row itself a value: from a parameter beside others Citus would not know the shard, and would copy, which row level
 * security refuses. Values: workspace, the rows as a JSON list, and the number of the transaction where `clocks` are
 * there.
 */
export function insertRows({ name, columns, clocks }: BackupTable): string {
  const into = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})`;
  const row = `jsonb_populate_record(null::${quoted(name)}, $2::jsonb -> 0)`;
  if (name === 'workspace')
    return `${into} values (${columns.map((column) => (column === 'workspace_id' ? '$1::uuid' : `(${row}).${quoted(column)}`)).join(', ')})`;
  const values = columns.map((column) => {
    if (column === 'workspace_id') return 'w.workspace_id';
    return clocks.includes(column) ? '$3::bigint' : `r.${quoted(column)}`;
  });
  return `${into} select ${values.join(', ')} from workspace w cross join jsonb_populate_recordset(null::${quoted(name)}, $2::jsonb) as r where w.workspace_id = $1 and r.workspace_id = $1`;
}
