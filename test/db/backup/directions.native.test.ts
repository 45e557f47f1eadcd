import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { migrate, readMigrations } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/openDatabase.ts';
import { inMemory, openEmbedded } from '../../../src/db/openEmbedded.ts';
import { createAudit } from '../../../src/workspaces/audit.ts';
import { createBackups } from '../../../src/workspaces/backups.ts';
import '../../setup/provided.ts';
import { createTestDatabase, type TestDatabase } from '../../support/nativePostgres.ts';
import { everyRow, fillEveryColumn } from './everyRow.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** As docs/configuration.md tells: it owns its database, is no superuser, and may make the role of the application or grant it to itself. */
const login = 'candor_test_login';
/** May act as the application, and owns nothing. */
const member = 'candor_test_member';

interface Place {
  readonly database: Database;
  readonly pool: pg.Pool;
}

let folder: string;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-directions-'));
  const server = new pg.Client({ connectionString: inject('databaseUrl') ?? '' });
  await server.connect();
  for (const role of ['candor_app nologin', `${login} login createrole`, `${member} login`])
    await server.query(`do $$ begin create role ${role}; exception when duplicate_object then null; end $$`);
  await server.query(`grant candor_app to ${login} with admin option; grant candor_app to ${member}`);
  await server.end();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await rm(folder, { recursive: true, force: true });
});

const as = (role: string, url: string) => {
  const changed = new URL(url);
  changed.username = role;
  return changed.href;
};

async function openServer(): Promise<Place & { readonly url: string }> {
  const made: TestDatabase = await createTestDatabase(inject('databaseUrl') ?? '');
  const owner = new pg.Client({ connectionString: made.url });
  await owner.connect();
  // Debian's pgvector is not trusted: an administrator makes the extensions.
  for (const extension of ['vector', 'btree_gin', 'unaccent']) await owner.query(`create extension ${extension}`);
  await owner.query(`alter database ${new URL(made.url).pathname.slice(1)} owner to ${login}`);
  await owner.end();
  const url = as(login, made.url);
  const database = await openDatabase({ databaseUrl: url, dataFolder: inMemory });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  closing.push(made.drop, database.close, () => pool.end());
  const { rows } = await pool.query<{ super: boolean }>(
    'select rolsuper or rolbypassrls as super from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ super: false }]);
  return { database, pool, url };
}

async function openHere(): Promise<Place> {
  const { pool, close } = await openEmbedded(inMemory);
  const schemaVersion = await migrate(pool, await readMigrations());
  closing.push(close);
  return { pool, database: createDatabase({ kind: 'embedded', pool, schemaVersion, switchRole: true, close }) };
}

it.each([
  ['a server', openServer],
  ['the embedded database', openHere],
])(
  'from %s every row comes back on a server and in the embedded database, the audit holds and goes on',
  async (from, open) => {
    const source = await open();
    const workspaces = await fillEveryColumn(source.database, source.pool);
    const file = join(folder, `${from}.gz`);
    const saved = await createBackups(source.database).backup(file, { workspaceIds: workspaces });
    const rows = await everyRow(source.pool, workspaces);
    const { head, count } = await createAudit(source.database, true).verify(workspaces[0]);
    for (const openTarget of [openServer, openHere]) {
      const target = await openTarget();
      const backups = createBackups(target.database);
      expect(await backups.restore(file, { replace: false })).toMatchObject(saved);
      expect(await everyRow(target.pool, workspaces)).toEqual(rows);
      await backups.restore(file, { replace: true });
      expect(await everyRow(target.pool, workspaces)).toEqual(rows);
      const audit = createAudit(target.database, true);
      const actor = { kind: 'LOCAL', id: null } as const;
      await audit.append(workspaces[0], {
        at: new Date(),
        actor,
        action: 'ASK',
        outcome: 'DONE',
        code: null,
        targets: [],
      });
      expect(await audit.verify(workspaces[0], head)).toMatchObject({ holds: true, count: count + 1 });
    }
  },
);

it('a login that does not own the tables is told before anything is stored, and can restore all but the audit', async () => {
  const source = await openHere();
  const workspaces = await fillEveryColumn(source.database, source.pool);
  const file = join(folder, 'refused.gz');
  await createBackups(source.database).backup(file, { workspaceIds: workspaces });
  const { url, pool, database } = await openServer();
  for (const role of [member, login]) {
    const connections = new pg.Pool({
      connectionString: as(role, url),
      max: 1,
      ...(role === login && { options: '-c role=candor_app' }),
    });
    connections.on('error', () => undefined);
    closing.push(() => connections.end());
    const limited = createDatabase({
      kind: 'server',
      pool: connections,
      schemaVersion: database.schemaVersion,
      switchRole: role === member,
      close: () => connections.end(),
    });
    const backups = createBackups(limited);
    await expect(backups.restore(file, { replace: false })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      remedy: expect.stringContaining('owns the tables') as unknown,
    });
    expect(Object.values(await everyRow(pool, workspaces)).flat()).toEqual([]);
    await backups.restore(file, { replace: false, withoutAudit: true });
    expect((await everyRow(pool, workspaces))['run']).toEqual((await everyRow(source.pool, workspaces))['run']);
    await pool.query('delete from workspace');
  }
});
