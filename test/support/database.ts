import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { z } from 'zod';
import { type App, openApp } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { inMemory, openEmbedded } from '../../src/db/embedded.ts';
import { newId } from '../../src/db/id.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { type Statement, statement } from '../../src/db/statement.ts';
import { silentLog } from '../../src/log.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import '../setup/provided.ts';
import { createTestDatabase } from './nativePostgres.ts';

export interface OpenTestDatabase {
  readonly database: Database;
  /** One connection as the owner, whom row level security does not bind. On the embedded tier it is the only one: never query it inside a transaction of `database`. */
  readonly pool: pg.Pool;
  /** Null on the embedded tier. */
  readonly url: string | null;
  close(): Promise<void>;
}

/** A migrated, empty database of its own: on the server in the native tier, else embedded, in memory. */
export async function openTestDatabase(): Promise<OpenTestDatabase> {
  const serverUrl = inject('databaseUrl');
  return serverUrl === null ? openInMemory() : openOnServer(serverUrl);
}

export interface OpenTestApp {
  readonly app: App;
  close(): Promise<void>;
}

/** The real app with the built-in embedder over a database of its own. */
export async function openTestApp(changes: Partial<Config> = {}): Promise<OpenTestApp> {
  const serverUrl = inject('databaseUrl');
  const config: Config = { ...loadConfig({}), logLevel: 'silent', dataFolder: inMemory, ...changes };
  if (serverUrl === null) {
    const app = await openApp(config, { log: silentLog, snapshot: await readSnapshot() });
    return { app, close: () => app.close() };
  }
  const { url, drop } = await createMigrated(serverUrl);
  const app = await openApp({ ...config, databaseUrl: url }, { log: silentLog });
  return { app, close: () => app.close().then(drop) };
}

/** A dumped, migrated data folder. Embedded tier only. */
export async function readSnapshot(): Promise<Blob> {
  const file = inject('snapshotFile');
  if (file === null) throw new Error('the native tier has no snapshot');
  return new Blob([new Uint8Array(await readFile(file))]);
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
    database, pool, url,
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
  const name = createHash('sha256').update(migrations.map(({ hash }) => hash).join()).digest('hex').slice(0, 16);
  return createTestDatabase(serverUrl, {
    name: `migrated_${name}`,
    build: async (url) => {
      const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Dropping a database ends what is still connected to it.
  pool.on('error', () => undefined);
      await migrate(pool, migrations);
      await pool.end();
    },
  });
}
