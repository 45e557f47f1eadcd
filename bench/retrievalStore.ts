import { rm } from 'node:fs/promises';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '../src/db/database.ts';
import { openDatabase, type DatabaseSettings } from '../src/db/openDatabase.ts';
import { statement } from '../src/db/statement.ts';
import { isCandorError } from '../src/errors.ts';

/** A database of the benchmark. */
export interface Store {
  readonly database: Database;
  readonly version: string;
  analyze(): Promise<void>;
  /**
   * Updates statistics, and on a server also does what autovacuum would otherwise do in the middle of a measurement.
   */
  settle(): Promise<void>;
  /** Closes the database, and deletes it if `keep` is false. */
  close(keep: boolean): Promise<void>;
}

const serverVersion = statement(
  'bench.version',
  z.object({ version: z.string() }),
  "select split_part(version(), ' on ', 1) as version",
);

/** Opens the database in `folder`: the existing one, or a new one. */
export async function openFolder(folder: string, reload: boolean): Promise<Store> {
  if (reload) await rm(folder, { recursive: true, force: true });
  const database = await openLoaded({ databaseUrl: undefined, dataFolder: folder });
  return {
    database,
    version: `PGlite, ${await versionOf(database)}`,
    analyze: () => database.refreshStatistics(),
    settle: () => database.refreshStatistics(),
    close: async (keep) => {
      await database.close();
      if (!keep) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the database `name` on the server: the existing one, or a new one. */
export async function openOnServer(serverUrl: string, name: string, reload: boolean): Promise<Store> {
  if (reload) await drop(serverUrl, name);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const there = await asOwner(serverUrl, (client) =>
    client.query('select 1 from pg_database where datname = $1', [name]),
  );
  if (there.rowCount === 0) await asOwner(serverUrl, (client) => client.query(`create database ${name}`));
  const database = await openLoaded({ databaseUrl: url.href, dataFolder: '' });
  return {
    database,
    version: await versionOf(database),
    analyze: async () => {
      await asOwner(url.href, (client) => client.query('analyze'));
    },
    settle: async () => {
      await asOwner(url.href, (client) => client.query('vacuum (analyze)'));
    },
    close: async (keep) => {
      await database.close();
      if (!keep) await drop(serverUrl, name);
    },
  };
}

/**
 * Never reloads on its own: that takes many minutes, and a copy of the data under earlier migrations may be available.
 */
async function openLoaded(settings: DatabaseSettings): Promise<Database> {
  try {
    return await openDatabase(settings);
  } catch (error) {
    if (isCandorError(error, 'MIGRATION_CHANGED'))
      throw new Error(
        'The data were loaded under a migration that has been edited since: put a copy back, or load anew with --reload.',
        { cause: error },
      );
    throw error;
  }
}

const drop = (serverUrl: string, name: string) =>
  asOwner(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const anyWorkspace = '00000000-0000-7000-8000-000000000000';

/** Returns an id that is the same in each run, so that loaded data are found again. */
export const workspaceIdOf = (position: number) => anyWorkspace.slice(0, -12) + String(position + 1).padStart(12, '0');

async function versionOf(database: Database): Promise<string> {
  const [row] = await database.inWorkspace(anyWorkspace, (transaction) => transaction.query(serverVersion, []));
  return row?.version ?? '?';
}

export interface Counts {
  readonly documents: number;
  readonly chunks: number;
  readonly windows: number;
  readonly postings: number;
}

const counts = statement(
  'bench.counts',
  z.object({ documents: z.number(), chunks: z.number(), windows: z.number(), postings: z.number() }),
  `
  select (select count(*)::int from document where workspace_id = $1) as documents,
    (select count(*)::int from chunk where workspace_id = $1) as chunks,
    (select count(*)::int from chunk_window where workspace_id = $1) as windows,
    (select count(*)::int from posting where workspace_id = $1) as postings
`,
);

export async function count(database: Database, workspaceId: string): Promise<Counts> {
  const [row] = await database.inWorkspace(workspaceId, (transaction) => transaction.query(counts, [workspaceId]));
  return row ?? { documents: 0, chunks: 0, windows: 0, postings: 0 };
}

const sizes = statement(
  'bench.sizes',
  z.object({ name: z.string(), table_bytes: z.string(), index_bytes: z.string() }),
  `
  select c.relname as name, pg_table_size(c.oid)::text as table_bytes, pg_indexes_size(c.oid)::text as index_bytes
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and pg_total_relation_size(c.oid) > 1000000
  order by pg_total_relation_size(c.oid) desc
`,
);

/** Returns the tables larger than a megabyte, largest first, in megabytes. */
export async function tableSizes(
  database: Database,
): Promise<{ readonly name: string; readonly table: number; readonly indexes: number }[]> {
  const rows = await database.inWorkspace(anyWorkspace, (transaction) => transaction.query(sizes, []));
  return rows.map((row) => ({
    name: row.name,
    table: Number(row.table_bytes) / 1e6,
    indexes: Number(row.index_bytes) / 1e6,
  }));
}
