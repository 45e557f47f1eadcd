import pg from 'pg';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { migrate, type Migration, readMigrations } from '../../src/db/migrate.ts';
import { openOwnDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let pools: pg.Pool[];
/** A schema of its own stands for an empty database: making one takes a millisecond. */
const schema = 'fresh';
beforeAll(async () => {
  open = await openOwnDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.pool.query(`create schema ${schema}; set search_path = ${schema}, public`);
  pools = [open.pool];
});
afterEach(async () => {
  await Promise.all(pools.slice(1).map((pool) => pool.end()));
  await open.pool.query(`set search_path = public; drop schema ${schema} cascade`);
});

const migration = (version: number, text: string): Migration => ({
  version,
  name: `${String(version).padStart(4, '0')}_test.sql`,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
});
const first = migration(1, 'create table made (id integer)');
const second = migration(2, 'alter table made add column more text; insert into made values (1, $$a$$)');

const applied = async () =>
  (
    await open.pool.query<{ version: number; name: string }>(
      'select version, name from schema_migration order by version',
    )
  ).rows.map(({ name }) => name);
const tableExists = async (table: string) =>
  (await open.pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [`${schema}.${table}`]))
    .rows[0]!.found;

it('applies what is missing, in order, and returns the newest version', async () => {
  expect(await migrate(open.pool, [first])).toBe(1);
  expect(await migrate(open.pool, [first, second])).toBe(2);
  expect(await applied()).toEqual(['0001_test.sql', '0002_test.sql']);
  expect((await open.pool.query('select * from made')).rows).toEqual([{ id: 1, more: 'a' }]);
});

it('does nothing the second time', async () => {
  await migrate(open.pool, [first, second]);
  const before = (await open.pool.query('select * from schema_migration')).rows;
  expect(await migrate(open.pool, [first, second])).toBe(2);
  expect((await open.pool.query('select * from schema_migration')).rows).toEqual(before);
  expect((await open.pool.query('select * from made')).rowCount).toBe(1);
});

it('refuses a database that a newer version migrated', async () => {
  await migrate(open.pool, [first, second]);
  await expect(migrate(open.pool, [first])).rejects.toMatchObject({
    code: 'DATABASE_NEWER',
    details: { database: 2, code: 1 },
    remedy: expect.stringContaining('newer Candor'),
  });
});

it('refuses a migration that was changed after it was applied, by name', async () => {
  await migrate(open.pool, [first]);
  await expect(migrate(open.pool, [migration(1, `${first.text} `), second])).rejects.toMatchObject({
    code: 'MIGRATION_CHANGED',
    details: { migration: '0001_test.sql' },
  });
  expect(await applied()).toEqual(['0001_test.sql']);
});

it('names the migration that fails, keeps those before it and leaves nothing of it', async () => {
  const broken = migration(2, 'create table half (id integer); select 1 / 0');
  await expect(
    migrate(open.pool, [first, broken, migration(3, 'create table never (id integer)')]),
  ).rejects.toMatchObject({
    code: 'DATABASE_FAILED',
    message: expect.stringMatching(/0002_test\.sql failed: .*division by zero/),
    details: { migration: '0002_test.sql' },
  });
  expect(await applied()).toEqual(['0001_test.sql']);
  expect([await tableExists('made'), await tableExists('half'), await tableExists('never')]).toEqual([
    true,
    false,
    false,
  ]);

  expect(await migrate(open.pool, [first, second])).toBe(2);
});

it('leaves no lock behind, whether it succeeds or fails', async () => {
  const locks = async () =>
    (
      await open.pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount;
  await migrate(open.pool, [first]);
  expect(await locks()).toBe(0);
  await expect(migrate(open.pool, [first, migration(2, 'nonsense')])).rejects.toMatchObject({
    code: 'DATABASE_FAILED',
  });
  expect(await locks()).toBe(0);
});

it('happens once when several open at the same time', async () => {
  const slow = migration(1, 'create table made (id integer); select pg_sleep(0.1)');
  const results = await Promise.all([0, 1, 2].map((position) => migrate(poolOf(position), [slow, second])));
  expect(results).toEqual([2, 2, 2]);
  expect(await applied()).toEqual(['0001_test.sql', '0002_test.sql']);
  expect((await open.pool.query('select * from made')).rowCount).toBe(1);
});

/** On a server each has connections of its own; the embedded database has one, for which they queue. */
function poolOf(position: number): pg.Pool {
  if (position === 0 || inject('databaseUrl') === null) return open.pool;
  const pool = new pg.Pool({ connectionString: open.url!, max: 1, options: `-c search_path=${schema},public` });
  pools.push(pool);
  return pool;
}

it('reads files by number, and only those that are named as migrations', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-migrations-'));
  for (const name of ['0002_b.sql', '0001_a.sql', 'notes.sql', '0003_c.sql.orig', '12_x.sql'])
    await writeFile(join(folder, name), name);
  expect((await readMigrations(folder)).map(({ version, name, text }) => [version, name, text])).toEqual([
    [1, '0001_a.sql', '0001_a.sql'],
    [2, '0002_b.sql', '0002_b.sql'],
  ]);
  await rm(folder, { recursive: true });
});
