import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { migrate, type Migration, readMigrations } from '../../../src/db/migrate.ts';
import { inMemory, openEmbedded } from '../../../src/db/openEmbedded.ts';
import { createAudit } from '../../../src/workspaces/audit.ts';
import { createBackups } from '../../../src/workspaces/backups.ts';
import { openOwnDatabase, type OpenTestDatabase } from '../../support/database.ts';
import { emptyColumns, everyRow, fillEveryColumn, tablesOf } from './everyRow.ts';
import { rewriteBackup } from './rewriteBackup.ts';

vi.setConfig({ testTimeout: 120_000 });

let full: OpenTestDatabase;
let folder: string;
let workspaces: readonly [string, string];
let whole: string;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  full = await openOwnDatabase();
  folder = await mkdtemp(join(tmpdir(), 'candor-every-row-'));
  workspaces = await fillEveryColumn(full.database, full.pool);
  whole = join(folder, 'whole.gz');
  await createBackups(full.database).backup(whole, { workspaceIds: null });
}, 120_000);
afterAll(async () => {
  for (const close of closing) await close();
  await full.close();
  await rm(folder, { recursive: true, force: true });
});

/** An embedded database of its own, brought to the schema of some migrations. */
async function openAt(migrations: readonly Migration[]): Promise<{ database: Database; pool: pg.Pool }> {
  const { pool, close } = await openEmbedded(inMemory);
  closing.push(close);
  const schemaVersion = await migrate(pool, migrations);
  return {
    pool,
    database: createDatabase({ kind: 'embedded', pool, schemaVersion, migrations, switchRole: true, close }),
  };
}

it('every column of every table has a value in what is saved: a new one without does not pass', async () => {
  expect(await emptyColumns(full.pool)).toEqual([]);
});

it('every row of every table is the same after a restore; the audit holds, and new entries follow it', async () => {
  const target = await openOwnDatabase();
  closing.push(target.close);
  const restored = await createBackups(target.database).restore(whole, { replace: false });
  const rows = await everyRow(full.pool, workspaces);
  expect(Object.keys(rows)).toEqual(await tablesOf(target.pool));
  expect(await everyRow(target.pool, workspaces)).toEqual(rows);
  expect(restored.rows).toBe(Object.values(rows).flat().length);

  const audit = createAudit(target.database, true);
  const [workspace] = workspaces;
  const head = await createAudit(full.database, true).verify(workspace);
  expect(restored.audits.find(({ workspaceId }) => workspaceId === workspace)).toEqual({
    workspaceId: workspace,
    count: head.count,
    head: head.head,
  });
  const actor = { kind: 'LOCAL', id: null } as const;
  await audit.append(workspace, { at: new Date(), actor, action: 'ASK', outcome: 'DONE', code: null, targets: [] });
  expect(await audit.verify(workspace, head.head)).toMatchObject({ holds: true, count: head.count + 1 });
});

it('nothing of a restore lets the application write into the chain afterwards', async () => {
  const target = await openOwnDatabase();
  closing.push(target.close);
  const { rows: login } = await target.pool.query('select current_user as name');
  await createBackups(target.database).restore(whole, { replace: false });
  // On the embedded database this is the connection that restored.
  expect((await target.pool.query('select current_user as name')).rows).toEqual(login);
  const { rows } = await target.pool.query(
    `select table_name, privilege_type from information_schema.role_table_grants where grantee = 'candor_app' and table_name like 'audit%' order by 1`,
  );
  expect(rows).toEqual(['audit_entry', 'audit_head'].map((name) => ({ table_name: name, privilege_type: 'SELECT' })));
});

describe('a backup of another schema', () => {
  const later: Migration = {
    version: 9_000,
    name: '9000_later.sql',
    hash: 'later',
    text: `alter table alias add column weight integer; update alias set weight = 7; alter table alias alter column weight set not null`,
  };

  it('of an earlier one becomes what the migrations make of its rows, also where they change them', async () => {
    const all = await readMigrations();
    const early = await openAt(all.filter(({ version }) => version === 1));
    await early.pool.query('set session_replication_role = replica');
    for (const table of await tablesOf(full.pool)) {
      const { rows } = await full.pool.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t`);
      // The first schema takes all but what came later, and no JSON that is null.
      const old = JSON.stringify(rows.map(({ row }) => (table === 'ingest_job' ? { ...row, timings: {} } : row)));
      await early.pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
        old,
      ]);
    }
    await early.pool.query('set session_replication_role = origin');
    const file = join(folder, 'early.gz');
    await createBackups(early.database).backup(file, { workspaceIds: null });

    const target = await openAt([...all, later]);
    const phases = new Set<string>();
    const restored = await createBackups(target.database).restore(file, {
      replace: false,
      onProgress: (phase) => phases.add(phase),
    });
    await migrate(early.pool, [...all, later]);
    const expected = await everyRow(early.pool, workspaces);
    expect(expected['alias']?.[0]).toContain('"weight": 7');
    expect(await everyRow(target.pool, workspaces)).toEqual(expected);
    expect(restored.audits.map(({ count }) => count)).toEqual([1, 1]);
    expect([...phases]).toEqual(['CHECK', 'UPGRADE', 'STORE']);
  });

  const column = 'a_column_of_a_later_version_with_a_long_name';
  const withColumn = (name: string, value: string) =>
    rewriteBackup(whole, join(folder, `${name}.gz`), {
      header: (header) => ({ ...header, schemaVersion: later.version }),
      columns: (columns, table) => (table === 'alias' ? [...columns, column] : columns),
      // Behind all others, where Postgres writes the longest name.
      rows: (rows, table) =>
        table === 'alias' ? rows.map((row) => row.replace(/\}$/, `, "${column}": ${value}}`)) : rows,
    });

  it('of a later one comes back whole where this one has a place for everything in it', async () => {
    const target = await openOwnDatabase();
    closing.push(target.close);
    await createBackups(target.database).restore(await withColumn('unset', 'null'), { replace: false });
    expect(await everyRow(target.pool, workspaces)).toEqual(await everyRow(full.pool, workspaces));
  });

  it('of a later one with something that has no place here is refused, with what that is', async () => {
    const target = await openOwnDatabase();
    closing.push(target.close);
    await expect(
      createBackups(target.database).restore(await withColumn('set', '3'), { replace: false }),
    ).rejects.toMatchObject({
      code: 'BACKUP_INVALID',
      message: expect.stringContaining(`alias.${column}`) as unknown,
      remedy: expect.stringContaining('Install') as unknown,
    });
    expect(Object.values(await everyRow(target.pool, workspaces)).flat()).toEqual([]);
  });
});

describe('--verify', () => {
  it('restores into memory, compares every row, and shows how far it is', async () => {
    const seen = new Set<string>();
    await createBackups(full.database).backup(join(folder, 'verified.gz'), {
      workspaceIds: null,
      verify: { onProgress: ({ table }) => seen.add(table) },
    });
    expect([...seen].sort()).toEqual(await tablesOf(full.pool));
  });

  it('tells of an audit that does not hold, and leaves the file', async () => {
    const target = await openOwnDatabase();
    closing.push(target.close);
    const backups = createBackups(target.database);
    await backups.restore(whole, { replace: false });
    await target.pool.query(`update audit_entry set entry = replace(entry, 'DONE', 'FAILED')`);
    const file = join(folder, 'broken.gz');
    await expect(backups.backup(file, { workspaceIds: null, verify: {} })).rejects.toMatchObject({
      code: 'BACKUP_INVALID',
      message: expect.stringContaining('was saved, but it does not restore: The audit') as unknown,
    });
    await access(file);
  });
});
