import type { ExecutionResult } from 'graphql';
import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openApp, type App } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { newId } from '../../src/db/statement.ts';
import type { Log } from '../../src/log.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { runQuery } from '../support/runQuery.ts';
import { requests } from './requests.ts';
import type { Operation } from './operations.ts';
import type { ModelWorkspace } from './world.ts';
import type { Caller } from '../../src/workspaces/caller.ts';

/** The real app, over a pool small enough that every connection serves every workspace. */
export interface Rig {
  readonly app: App;
  /** What the log was told as an internal fault. */
  readonly faults: string[];
  /** Ends connections of the pool in whatever they do; on a server alone. */
  kill(count: number): Promise<void>;
  /** Waits for the transactions that had begun: one whose caller gave up on it may still commit. */
  settled(): Promise<void>;
  newWorkspace(canary: string): Promise<ModelWorkspace>;
  close(): Promise<void>;
}

const poolSize = 4;
const poolName = 'candor isolation';

/** @param opened for the embedded database, which has one connection; @param url of a migrated database on a server */
export async function openRig(opened: Database, url: string | null): Promise<Rig> {
  const killer = url === null ? null : new pg.Pool({ connectionString: url, max: 1 });
  const database = url === null ? opened : await overSmallPool(url, opened);
  const faults: string[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (message, { error } = {}) => {
      if (message === 'Internal fault')
        faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    },
  };
  const defaults = loadConfig({ READER: 'none', LOG_LEVEL: 'silent' });
  const app = await openApp(defaults, {
    log,
    opened: { database: { ...database, close: async () => undefined }, embedder: createHashedEmbedder() },
  });
  return {
    app,
    faults,
    kill: async (count) => {
      await killer?.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1 order by random() limit $2',
        [poolName, count],
      );
    },
    settled: async () => {
      if (killer === null) return;
      const { rows } = await killer.query<{ now: string }>('select clock_timestamp()::text as now');
      const open = async () =>
        (
          await killer.query(
            `select 1 from pg_stat_activity where datname = current_database() and application_name = $1 and xact_start < $2`,
            [poolName, rows[0]?.now],
          )
        ).rowCount;
      while ((await open()) !== 0) await setTimeout(5);
    },
    newWorkspace: (canary) => newWorkspace(app, database, canary),
    close: async () => {
      await app.close();
      await killer?.end();
      if (database !== opened) await database.close();
    },
  };
}

async function overSmallPool(url: string, { schemaVersion, distributed }: Database): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, application_name: poolName });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return createDatabase({
    kind: 'server',
    pool,
    schemaVersion,
    distributed,
    switchRole: true,
    close: () => pool.end(),
  });
}

/** Keys of every kind, as their secrets authenticate. */
async function newWorkspace(app: App, database: Database, canary: string): Promise<ModelWorkspace> {
  const id = newId();
  await createWorkspaces(database).ensure(id, `Workspace ${canary}`);
  const kinds = [
    ['ADMIN', undefined, {}],
    ['EDITOR', undefined, {}],
    ['EDITOR', ['crew'], {}],
    ['READER', [], {}],
    ['READER', ['crew'], {}],
    ['READER', ['board'], {}],
    ['READER', ['crew'], { runs: 'ALL' }],
    ['READER', null, { runs: 'ALL' }],
    ['EDITOR', undefined, { scopes: ['ASK', 'READ'] }],
  ] as const;
  const callers: Caller[] = [];
  for (const [role, groups, limits] of kinds) {
    const { secret } = await app.keys.create(id, `${role} of ${canary}`, role, groups, limits);
    callers.push(await app.keys.authenticate(secret));
  }
  return { id, canary, callers, documents: [], runs: [], curated: [], ids: new Set(), cursors: new Set(), story: [] };
}

export interface Reply {
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The whole answer, as it would go over the wire. */
  readonly text: string;
  readonly codes: readonly string[];
}

/** Sends one operation as the caller, who may leave after some turns of the event loop. */
export async function send(
  app: App,
  caller: Caller,
  { name, variables }: Pick<Operation, 'name' | 'variables'>,
  leaves: number | null = null,
): Promise<Reply> {
  const leaving = new AbortController();
  const sent = runQuery(requests[name], { app, caller, variables, signal: leaving.signal });
  if (leaves !== null) {
    for (let turn = 0; turn < leaves; turn += 1) await setImmediate();
    leaving.abort();
  }
  const { data, errors }: ExecutionResult = await sent;
  return {
    data: data ?? null,
    text: JSON.stringify({ data, errors: errors?.map((error) => error.toJSON()) }),
    codes: (errors ?? []).map(({ extensions }) => String(extensions['code'])),
  };
}
