import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { type App, openApp } from '../../src/app/app.ts';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory, openEmbedded } from '../../src/db/openEmbedded.ts';
import { newId, type Statement, statement } from '../../src/db/statement.ts';
import { distribute } from '../../src/db/distribute.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { silentLog } from '../../src/log.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import { loadSnapshot } from '../setup/findSnapshot.ts';
import '../setup/provided.ts';
import { createTestDatabase } from './nativePostgres.ts';
import { ownDatabases } from './ownDatabases.ts';
import { openTestEmbedder } from './testEmbedder.ts';
import { openTestReader } from './testReader.ts';

export interface OpenTestDatabase {
  readonly database: Database;
  /** One connection as the owner, whom row level security does not bind. On the embedded tier it is the only one: never query it inside a transaction of `database`. */
  readonly pool: pg.Pool;
  /** Null on the embedded tier. */
  readonly url: string | null;
  close(): Promise<void>;
}

let ofWorker: Promise<OpenTestDatabase> | undefined;

/**
 * The worker's migrated database, which its other files fill too: a file takes workspaces of its own (`newWorkspace`), as tenants do, and leaves the schema and the session as they were.
 * Closing it does nothing; it ends with the worker.
 */
export async function openTestDatabase(): Promise<OpenTestDatabase> {
  ofWorker ??= openMigrated().then((opened) => ({ ...opened, database: analysedSparingly(opened.database) }));
  const opened = await ofWorker;
  const close = async () => undefined;
  return { ...opened, database: { ...opened.database, close }, close };
}

/**
 * Statistics follow after some twenty documents, not after each load of a test, which has one or two: of what the files
 * before have left they took a sixth of the processor time. What a load brings up to date, databases of their own show.
 */
function analysedSparingly(database: Database): Database {
  const rowsBetween = 2_000;
  let analysed = 0;
  return {
    ...database,
    refreshStatistics: async () => {
      const written = database.rowsWritten();
      if (written - analysed < rowsBetween) return;
      analysed = written;
      await database.refreshStatistics();
    },
  };
}

/** A migrated, empty database for this file alone. The file stands in `ownDatabases`, with the reason. */
export async function openOwnDatabase(): Promise<OpenTestDatabase> {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  if (!(file in ownDatabases)) throw new Error(`${file} does not stand in the list of test/support/ownDatabases.ts`);
  return openMigrated();
}

export interface OpenTestApp {
  readonly app: App;
  close(): Promise<void>;
}

/** The real app over the worker's database and built-in models. Its configured workspace is a new id, which nothing has made yet. */
export async function openTestApp(
  changes: Partial<Config> = {},
  opened?: Pick<OpenTestDatabase, 'database' | 'url'>,
): Promise<OpenTestApp> {
  const { database, url } = opened ?? (await openTestDatabase());
  const config: Config = {
    ...loadConfig({}),
    logLevel: 'silent',
    dataFolder: inMemory,
    workspaceId: newId(),
    ...(url === null ? {} : { databaseUrl: url }),
    ...changes,
  };
  const embedder = config.models.embedder === 'auto' ? { embedder: await openTestEmbedder() } : {};
  const reader = config.models.reader.kind === 'builtin' ? { reader: await openTestReader() } : {};
  const app = await openApp(config, { log: silentLog, opened: { database, ...embedder, ...reader } });
  return { app, close: () => app.close() };
}

/** A dumped, migrated data folder. Embedded tier only. */
export async function readSnapshot(): Promise<Blob> {
  const file = inject('snapshotFile');
  if (file === null) throw new Error('the native tier has no snapshot');
  return loadSnapshot(file);
}

/** An empty workspace; its id. */
export async function newWorkspace(database: Database, name = 'test'): Promise<string> {
  const id = newId();
  await createWorkspaces(database).ensure(id, name);
  return id;
}

/** A statement of the test's own, whose rows come as they are. */
export function raw(text: string): Statement<Record<string, unknown>> {
  return statement('test.raw', z.record(z.string(), z.unknown()), text);
}

function openMigrated(): Promise<OpenTestDatabase> {
  const serverUrl = inject('databaseUrl');
  return serverUrl === null ? openInMemory() : openOnServer(serverUrl);
}

async function openInMemory(): Promise<OpenTestDatabase> {
  const { pool, close } = await openEmbedded(inMemory, await readSnapshot());
  const schemaVersion = await migrate(pool, await readMigrations());
  const database = createDatabase({ kind: 'embedded', pool, schemaVersion, switchRole: true, close });
  return { database, pool, url: null, close };
}

async function openOnServer(serverUrl: string): Promise<OpenTestDatabase> {
  const { url, drop } = await createMigrated(serverUrl);
  const database = await openDatabase({ databaseUrl: url, dataFolder: inMemory });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Dropping a database ends what is still connected to it.
  pool.on('error', () => undefined);
  return {
    database,
    pool,
    url,
    close: async () => {
      await pool.end();
      await database.close();
      await drop();
    },
  };
}

/** A copy of a template that the first test to come migrates. */
async function createMigrated(serverUrl: string) {
  const migrations = await readMigrations();
  const name = createHash('sha256')
    .update(migrations.map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 16);
  return createTestDatabase(serverUrl, {
    name: `migrated_${name}`,
    build: async (url) => {
      const pool = new pg.Pool({ connectionString: url, max: 1 });
      pool.on('error', () => undefined);
      await migrate(pool, migrations);
      const citus = await pool.query(`select 1 from pg_extension where extname = 'citus'`);
      if (citus.rowCount === 1) await distribute(pool, { shards: 8 });
      await pool.end();
    },
  });
}
