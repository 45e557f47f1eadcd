import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { vectorText } from '../../src/db/statement.ts';
import {
  searchBm25,
  searchPlain,
  searchPrefix,
  searchSimple,
  searchVector,
  searchWebsearch,
} from '../../src/retrieval/arms/searchArms.sql.ts';
import { openOwnDatabase, raw, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { fillEveryTable } from './everyTable.ts';

const embedder = createHashedEmbedder();
const vector = vectorText((await embedder.embedDocuments(['refund']))[0]!);
const denied = { code: 'DATABASE_FAILED', details: { sqlState: '42501' } };
/** Citus refuses a workspace that is not where the row lies before any policy is asked. */
const refused = inject('isCitus')
  ? { code: 'DATABASE_FAILED', details: { sqlState: expect.stringMatching(/^(?:42501|0A000)$/) as unknown } }
  : denied;

let open: OpenTestDatabase;
let mine: string;
let theirs: string;
let tables: string[];
beforeAll(async () => {
  open = await openOwnDatabase();
  [mine, theirs] = [await fill('mine'), await fill('theirs')];
  const { rows } = await open.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  tables = rows.map(({ name }) => name).filter((name) => name !== 'schema_migration');
});
afterAll(() => open.close());

const fill = (name: string) => fillEveryTable(open.database, embedder, name);

/** Written by functions alone. */
const audit = ['audit_entry', 'audit_head'];

const inside = <Row>(workspace: string, text: string, values: readonly unknown[] = []) =>
  open.database.inWorkspace(workspace, (transaction) => transaction.query(raw(text), values)) as Promise<Row[]>;

describe('inside a workspace', () => {
  it('every table of the schema is tested, and the product has filled each for both workspaces', async () => {
    expect(tables).toEqual([
      'active_calibration',
      'alias',
      'allowance',
      'api_key',
      'audit_entry',
      'audit_head',
      'audited_version',
      'calibration',
      'chunk',
      'chunk_band',
      'chunk_code',
      'chunk_text',
      'chunk_window',
      'curated_answer',
      'curated_source',
      'curated_window',
      'document',
      'document_metadata',
      'document_version',
      'feedback',
      'found_conflict',
      'fusion_weights',
      'ingest_item',
      'ingest_job',
      'ingest_payload',
      'person',
      'posting',
      'reservation',
      'run',
      'run_source',
      'run_standing',
      'source_watch',
      'sync_document',
      'sync_file',
      'sync_source',
      'version_text',
      'vocabulary',
      'workspace',
    ]);
    for (const table of tables) {
      const { rows } = await open.pool.query<{ id: string }>(`select distinct workspace_id as id from ${table}`);
      expect([table, rows.map(({ id }) => id).sort()]).toEqual([table, [mine, theirs].sort()]);
    }
  });

  it('a SELECT without any condition shows its own rows alone', async () => {
    for (const table of tables) {
      const seen = await inside<{ id: string; total: number }>(
        mine,
        `select workspace_id as id, count(*)::int as total from ${table} group by 1`,
      );
      const { rows } = await open.pool.query<{ total: number }>(
        `select count(*)::int as total from ${table} where workspace_id = $1`,
        [mine],
      );
      expect([table, seen]).toEqual([table, [{ id: mine, total: rows[0]!.total }]]);
    }
  });

  it('an INSERT of a row of another workspace is refused, for every table', async () => {
    for (const table of tables) {
      const { rows } = await open.pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where workspace_id = $1 limit 1`,
        [theirs],
      );
      await expect(
        inside(mine, `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`, [
          rows[0]!.row,
        ]),
        table,
      ).rejects.toMatchObject(refused);
    }
  });

  it('the audit is changed by nobody, not even in its own workspace', async () => {
    for (const table of audit)
      for (const change of [
        `update ${table} set sequence = 0`,
        `delete from ${table}`,
        `insert into ${table} select * from ${table}`,
      ])
        await expect(inside(mine, change), change).rejects.toMatchObject(denied);
  });

  it('an UPDATE or DELETE of rows of another workspace touches none', async () => {
    for (const table of tables.filter((name) => !audit.includes(name))) {
      expect(
        await inside(mine, `update ${table} set workspace_id = workspace_id where workspace_id = $1 returning 1`, [
          theirs,
        ]),
        table,
      ).toEqual([]);
      expect(await inside(mine, `delete from ${table} where workspace_id = $1 returning 1`, [theirs]), table).toEqual(
        [],
      );
    }
  });

  it('a row cannot be moved into another workspace', async () => {
    for (const table of tables)
      await expect(inside(mine, `update ${table} set workspace_id = $1`, [theirs]), table).rejects.toMatchObject(
        refused,
      );
  });

  it('deleting everything without a condition leaves the other workspace whole', async () => {
    const victim = await fill('victim');
    const count = async () =>
      Promise.all(
        tables.map(
          async (table) =>
            (await open.pool.query(`select 1 from ${table} where workspace_id <> $1`, [victim])).rowCount,
        ),
      );
    const before = await count();
    await inside(victim, 'delete from workspace');
    expect(await count()).toEqual(before);
    for (const table of tables)
      expect((await open.pool.query(`select 1 from ${table} where workspace_id = $1`, [victim])).rowCount, table).toBe(
        0,
      );
  });

  it('a search of another workspace is refused by each function, whose rights would see it', async () => {
    const now = new Date();
    const calls = [
      { statement: searchVector, values: (id: string) => [id, embedder.fingerprint, vector, 1, 2, now, null, '{}'] },
      {
        statement: searchBm25,
        values: (id: string) => [id, ['refund'], [1], [1], [1], [], 'english', 10, now, null, '{}'],
      },
      ...[searchWebsearch, searchPlain, searchSimple, searchPrefix].map((statement) => ({
        statement,
        values: (id: string) => [id, 'refund', 10, now, null, '{}'],
      })),
    ];
    for (const { statement, values } of calls) {
      const search = (id: string | null) =>
        open.database.inWorkspace(mine, (transaction) =>
          transaction.query<unknown, readonly unknown[]>(statement, values(id as string)),
        );
      expect(await search(mine), statement.name).toHaveLength(1);
      await expect(search(theirs), statement.name).rejects.toMatchObject(denied);
      await expect(search(null), statement.name).rejects.toMatchObject(denied);
    }
  });
});

describe('the application role', () => {
  const asApplication = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = await open.pool.connect();
    try {
      await client.query('begin; set local role candor_app');
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  it('sees nothing before a workspace is entered, and its searches are refused', async () => {
    for (const table of tables) expect(await asApplication(`select 1 from ${table}`), table).toEqual([]);
    await expect(
      asApplication(
        `select * from candor_search_bm25('${mine}', array['refund'], array[1], array[1], array[1], array[]::text[], 'english'::regconfig, 10, '2030-01-01', null, '{}')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('leaves neither role nor workspace to the next transaction on the connection, whether it commits or fails', async () => {
    // One connection only: the transaction before surely ran on it.
    const database = createDatabase({
      kind: open.database.kind,
      pool: open.pool,
      schemaVersion: 1,
      switchRole: true,
      close: async () => undefined,
    });
    const { rows: login } = await open.pool.query('select current_user as name');
    const fails = database.inWorkspace(mine, (transaction) => transaction.query(raw('select 1 / 0'), []));
    await expect(fails).rejects.toMatchObject({ code: 'DATABASE_FAILED' });
    await database.inWorkspace(mine, (transaction) => transaction.query(raw('select 1'), []));

    expect((await open.pool.query('select current_user as name')).rows).toEqual(login);
    expect(
      (await open.pool.query(`select coalesce(current_setting('candor.workspace_id', true), '') as id`)).rows,
    ).toEqual([{ id: '' }]);
    expect(await asApplication('select 1 from document')).toEqual([]);
  });

  it.each([
    'create table public.mine ()',
    'create function public.f() returns int language sql as $$ select 1 $$',
    'create schema mine',
    'select * from schema_migration',
    'update schema_migration set version = 2',
    'truncate run',
    'drop table run',
    'alter table run disable row level security',
    'alter role candor_app bypassrls',
    'drop policy own_workspace on run',
  ])('may not: %s', async (text) => {
    await expect(asApplication(text)).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot log in, bypass row level security or own anything', async () => {
    const { rows } = await open.pool.query(
      `select rolcanlogin, rolbypassrls, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = 'candor_app'`,
    );
    expect(rows).toEqual([
      // The nodes of a Citus log in to each other as the role that a statement runs as.
      {
        rolcanlogin: inject('isCitus'),
        rolbypassrls: false,
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
      },
    ]);
    expect(
      (await open.pool.query(`select relname from pg_class where pg_get_userbyid(relowner) = 'candor_app'`)).rows,
    ).toEqual([]);
    expect((await open.pool.query(`select 1 from pg_auth_members where member = 'candor_app'::regrole`)).rows).toEqual(
      [],
    );
  });
});
