import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import { applicationRole, type Connections, type Lease } from '../connections.ts';
import { isUuid, type Statement } from '../statement.ts';

type Row = Readonly<Record<string, unknown>>;

/** Runs a statement and returns its rows as its own schema parses them. */
export type ReadStatement = <Found>(statement: Statement<Found>, values: readonly unknown[]) => Promise<Found[]>;

/** One transaction that visits workspaces one after another, each behind the same fence as any other work. */
export interface BackupSession {
  /**
   * Returns every workspace; only allowed before the first is entered. @throws BAD_INPUT for a login that sees only one
   */
  workspaceIds(): Promise<string[]>;
  /** @throws BAD_INPUT for anything that is not a UUID */
  enter(workspaceId: string): Promise<void>;
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns how many rows it wrote. */
  write(text: string, values: readonly unknown[]): Promise<number>;
  /**
   * The same with the rights of the login, for tables that the application's role only reads. Row level security does
   * not bind their owner: `text` compares the workspace itself.
   */
  writeAsLogin(text: string, values: readonly unknown[]): Promise<number>;
  /** Whether the login itself may fill a table; only asked before the first workspace is entered. */
  loginMayFill(table: BackupTable): Promise<boolean>;
  readonly read: ReadStatement;
}

export interface SessionParts {
  readonly connections: Connections;
  readonly switchRole: boolean;
  /** Whether the tables are on shards of Citus. */
  readonly distributed: boolean;
}

/** Makes a row read the same on every server. */
const sameEverywhere = "set local timezone = 'UTC'; set local extra_float_digits = 1";

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. All reads see one instant.
 * Dates are written in UTC, so that a row reads the same on every server.
 */
export async function inSession<T>(
  { connections, switchRole, distributed }: SessionParts,
  signal: AbortSignal | undefined,
  work: (session: BackupSession) => Promise<T>,
): Promise<T> {
  const lease = await connections.take({ signal });
  let reusable = true;
  try {
    // Citus passes settings on only if the transaction had already begun when they arrived (`beginDistributed`). It
    // writes rows on the node that stores them, and the settings have to apply there.
    if (distributed) await lease.query('begin isolation level repeatable read');
    await lease.query(
      distributed
        ? `set local citus.propagate_set_commands = 'local'; ${sameEverywhere}`
        : `begin isolation level repeatable read; ${sameEverywhere}`,
    );
    const result = await work(sessionOf(lease, switchRole, signal));
    await lease.query('commit');
    return result;
  } catch (error) {
    reusable = await lease.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    lease.release(reusable);
  }
}

function sessionOf(lease: Lease, switchRole: boolean, signal: AbortSignal | undefined): BackupSession {
  let entered = false;
  const query = (text: string, values?: readonly unknown[]) => {
    if (signal?.aborted) throw new CandorError('CANCELLED', 'The work was cancelled.');
    return lease.query(text, values);
  };
  const write = async (text: string, values: readonly unknown[]) => (await query(text, values)).rowCount ?? 0;
  return {
    workspaceIds: async () => {
      if (entered || !switchRole)
        throw new CandorError('BAD_INPUT', 'The login of DATABASE_URL sees one workspace at a time.', {
          remedy: 'Name the workspace with --workspace, or use the login that owns the tables.',
        });
      const { rows } = await query('select workspace_id::text from workspace order by workspace_id');
      return rows.map((row: Row) => String(row['workspace_id']));
    },
    enter: async (workspaceId) => {
      if (!isUuid(workspaceId))
        throw new CandorError('BAD_INPUT', 'The workspace id is not a UUID.', { details: { field: 'workspaceId' } });
      const role = switchRole && !entered ? `; set local role ${applicationRole}` : '';
      await query(`set local candor.workspace_id = '${workspaceId}'${role}`);
      entered = true;
    },
    query: async (text, values) => (await query(text, values)).rows as Row[],
    write,
    writeAsLogin: async (text, values) => {
      if (!switchRole) return write(text, values);
      // Not SET LOCAL ROLE NONE: a login may have been given a role to begin with, which owns the tables.
      await query('reset role');
      const written = await write(text, values);
      await query(`set local role ${applicationRole}`);
      return written;
    },
    loginMayFill: async ({ name }) => {
      const { rows } = await query(
        `select has_table_privilege($1::text::regclass, 'insert') and not row_security_active($1::text::regclass) as may`,
        [quoted(name)],
      );
      return (rows[0] as Row | undefined)?.['may'] === true;
    },
    read: async (statement, values) => {
      const { rows } = await query(statement.text, statement.inOrder(values));
      return rows.map((row) => statement.row.parse(row));
    },
  };
}

/** A table as a backup sees it. Names are quoted for SQL. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Columns that hold a transaction number of this database. A restore fills them with its own number. */
  readonly clocks: readonly string[];
  /** Columns that are never null, but may hold the JSON value null, which looks the same in a row of a backup. */
  readonly nulls: readonly string[];
  /** Whether the application's role only reads it, because what stands in it is proof: the audit. */
  readonly guarded: boolean;
}

/** Columns that hold a transaction number, which is meaningless in another database. */
const clockColumns: ReadonlySet<string> = new Set(['vocabulary.added']);

const tableRow = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()),
  needs: z.array(z.string()),
  nulls: z.array(z.string()),
  guarded: z.boolean(),
});

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Every table of a workspace, each after those that it refers to. Tables that later migrations add are backed up
 * automatically.
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
                where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as needs,
      coalesce((select json_agg(a.attname) from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull and a.atttypid = 'jsonb'::regtype), '[]') as nulls,
      not has_table_privilege('${applicationRole}', c.oid, 'insert') as guarded
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped)
    order by c.relname`);
  return inOrder(rows.map((row) => tableRow.parse(row))).map(({ name, columns, key, nulls, guarded }) => ({
    name,
    columns,
    key: key.map(quoted),
    nulls,
    guarded,
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

/** Values: workspace, columns to leave out, and a JSON object of columns to add. */
export function selectRows({ name, key }: BackupTable): string {
  return `select ((to_jsonb(t) - $2::text[]) || $3::jsonb)::text as row from ${quoted(name)} t where t.workspace_id = $1 order by ${key.map((column) => `t.${column}`).join(', ')}`;
}

/** Whether a workspace has a row in the table. Values: workspace. */
export function selectAny({ name }: BackupTable): string {
  return `select 1 from ${quoted(name)} t where t.workspace_id = $1 limit 1`;
}

/** The first of some columns that is set in any of some rows. Values: the rows as a JSON list, the columns. */
export const selectSet =
  'select c.name from jsonb_array_elements($1::jsonb) r cross join unnest($2::text[]) as c (name) where r ->> c.name is not null limit 1';

/**
 * Leaves out rows of another workspace; the row count reveals them. The workspace id is read from the workspace's own
 * row, and for that row itself it is a value. If it were one parameter among others, Citus would not know the shard and
 * would copy, which row level security refuses. Values: workspace, the rows as a JSON list, and the transaction number
 * if there are `clocks`.
 */
export function insertRows({ name, columns, clocks, nulls }: BackupTable): string {
  const into = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})`;
  const row = `jsonb_populate_record(null::${quoted(name)}, $2::jsonb -> 0)`;
  if (name === 'workspace')
    return `${into} values (${columns.map((column) => (column === 'workspace_id' ? '$1::uuid' : `(${row}).${quoted(column)}`)).join(', ')})`;
  const values = columns.map((column) => {
    if (column === 'workspace_id') return 'w.workspace_id';
    if (clocks.includes(column)) return '$3::bigint';
    return nulls.includes(column) ? `coalesce(r.${quoted(column)}, 'null')` : `r.${quoted(column)}`;
  });
  return `${into} select ${values.join(', ')} from workspace w cross join jsonb_populate_recordset(null::${quoted(name)}, $2::jsonb) as r where w.workspace_id = $1 and r.workspace_id = $1`;
}
