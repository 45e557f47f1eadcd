import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { doctor } from '../../src/app/doctor.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newWorkspace } from '../support/database.ts';
import { startOwnServer, type OwnServer } from '../support/ownServer.ts';
import { createTestDatabase } from '../support/nativePostgres.ts';

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataFolder: inMemory });
const readOnly = { code: 'DATABASE_FAILED', details: { reason: 'READ_ONLY_DATABASE' } };

/** What an address has between its user and its path. */
const hostOf = (url: string) => /@([^/]+)\//.exec(url)?.[1] ?? '';
const withHosts = (url: string, hosts: string, query = '') => url.replace(`@${hostOf(url)}/`, `@${hosts}/`) + query;
const dead = '127.0.0.1:9';

async function ownDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase(inject('databaseUrl') ?? '');
  onTestFinished(drop);
  return url;
}

async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** As a standby says it, too: SQLSTATE 25006. */
const onlyReads = (url: string) =>
  onServer(url, `alter database "${new URL(url).pathname.slice(1)}" set default_transaction_read_only = on`);
const writesAgain = (url: string) =>
  onServer(
    url,
    `begin read write; alter database "${new URL(url).pathname.slice(1)}" reset default_transaction_read_only; commit`,
  );

describe('a server that only reads', () => {
  it('is told as such at the start, and while Candor runs: not ready, typed, and good again by itself', async () => {
    const url = await ownDatabase();
    await onlyReads(url);
    await expect(open(url)).rejects.toMatchObject({
      ...readOnly,
      remedy: expect.stringContaining('primary') as unknown,
    });

    await writesAgain(url);
    const database = await open(url);
    onTestFinished(() => database.close());
    const workspaceId = await newWorkspace(database);
    await database.probe();

    await onlyReads(url);
    // Sessions that are open keep what they began with: as after a demotion, they go.
    await onServer(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'candor'`,
    );
    await expect.poll(() => database.probe().then(String, (error: unknown) => error)).toMatchObject(readOnly);
    await expect(newWorkspace(database)).rejects.toMatchObject(readOnly);
    const [check] = await doctor(
      { database, models: {} as never, workspaceId, tryChat: () => Promise.resolve('') },
      { callChat: false },
    );
    expect(check).toMatchObject({
      name: 'database',
      passed: false,
      remedy: expect.stringContaining('primary') as unknown,
    });

    await writesAgain(url);
    // The connection that met the standby is gone: the next one finds a server that writes.
    await expect.poll(() => newWorkspace(database).then(() => 'made', String)).toBe('made');
  });
});

describe('an address with several hosts', () => {
  let other: OwnServer | null;
  beforeAll(async () => {
    other = await startOwnServer('hosts');
  }, 120_000);
  afterAll(async () => other?.remove());

  it('takes the first that answers', async () => {
    const url = await ownDatabase();
    const database = await open(withHosts(url, `${dead},${hostOf(url)}`));
    onTestFinished(() => database.close());
    await database.probe();
    await newWorkspace(database);
  });

  it('says of each why it is none', async () => {
    const url = await ownDatabase();
    await expect(open(withHosts(url, `${dead},127.0.0.1:19`))).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: expect.stringMatching(/127\.0\.0\.1:9.*127\.0\.0\.1:19/) as unknown,
    });
  });

  it('passes over one that only reads, and says so where all of them do', async ({ skip }) => {
    if (other === null) return skip('SKIPPED: this machine can have no Postgres of its own');
    const url = await ownDatabase();
    const name = new URL(url).pathname.slice(1);
    await onServer(other.url, `create database "${name}"`);
    const standby = other.url.replace(/\/candor$/, `/${name}`);
    await onlyReads(standby);
    const both = withHosts(url, `${hostOf(standby)},${hostOf(url)}`, '?target_session_attrs=read-write');
    const database = await open(both);
    onTestFinished(() => database.close());
    await newWorkspace(database);
    const { rows } = await query(url, 'select count(*)::int as n from workspace');
    expect(rows).toEqual([{ n: 1 }]);

    await expect(
      open(withHosts(url, hostOf(standby), '?target_session_attrs=primary').replace(url, standby)),
    ).rejects.toMatchObject(readOnly);
  }, 60_000);
});

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
