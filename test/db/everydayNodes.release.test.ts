import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { keysOf, search } from '../retrieval/search.ts';
import { asOwner, nodesOf } from '../support/citusNodes.ts';
import { newWorkspace, openTestApp } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

vi.setConfig({ testTimeout: 240_000 });

const command = fileURLToPath(new URL('../../.ci/citus', import.meta.url));
const run = (verb: string) => promisify(execFile)('env', [`CANDOR_CI_INSTANCE=everyday-${process.pid}`, command, verb]);
const embedder = createHashedEmbedder();
const name = 'candor_everyday';
const birds = ['kingfisher', 'goldfinch', 'capercaillie', 'nuthatch'];

/** Null where this machine can have no Citus. */
let cluster: Cluster | null;
let database: Database;
let workspaces: readonly string[];

interface Cluster {
  /** Addresses of the database on the coordinator, and on each of its workers. */
  readonly nodes: readonly string[];
  readonly admin: pg.Client;
}

async function startCluster(): Promise<Cluster | null> {
  try {
    const { stdout } = await run('start');
    const nodes = (await nodesOf(stdout.trim())).map((url) => url.replace(/\/candor$/, `/${name}`));
    return { nodes, admin: new pg.Client({ connectionString: nodes[0] }) };
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 69) return null;
    throw error;
  }
}

/** Steps 1 and 2 of docs/scaling.md; `.ci/citus` has made the role. */
async function prepare(url: string): Promise<void> {
  await asOwner(url.replace(`/${name}`, '/postgres'), (client) => client.query(`create database ${name}`));
  await asOwner(url, (client) => client.query('create extension citus'));
}

const place = (url = ''): [host: string, port: number] => [new URL(url).hostname, Number(new URL(url).port)];

async function fill(bird: string): Promise<string> {
  const workspace = await newWorkspace(database, bird);
  const document = { key: `${bird}.txt`, text: `The ${bird} nests here.`, format: 'PLAIN_TEXT' as const };
  await ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspace, [document]);
  return workspace;
}

beforeAll(async () => {
  cluster = await startCluster();
  if (cluster === null) return;
  const { nodes, admin } = cluster;
  for (const url of nodes.slice(0, 2)) await prepare(url);
  await admin.connect();
  await admin.query('select citus_set_coordinator_host($1::text, $2::int)', place(nodes[0]));
  await admin.query('select citus_add_node($1::text, $2::int)', place(nodes[1]));
  const settings = { databaseUrl: nodes[0], dataFolder: inMemory };
  const before = await openDatabase(settings);
  await before.distribute({ shards: 8 });
  await before.close();
  database = await openDatabase(settings);
  const filled: string[] = [];
  for (const bird of birds) filled.push(await fill(bird));
  workspaces = filled;
}, 300_000);
afterAll(async () => {
  if (cluster === null) return;
  await database.close();
  await cluster.admin.end();
  await run('stop');
}, 60_000);

/** Each workspace finds its own, and nothing else. */
async function expectFound(from = database): Promise<void> {
  const found = workspaces.map((id, nth) => search({ database: from, embedder }, id, `Where is the ${birds[nth]}?`));
  expect((await Promise.all(found)).map(keysOf)).toEqual(birds.map((bird) => [`${bird}.txt`]));
}

async function one(text: string): Promise<unknown> {
  const rows = (await cluster?.admin.query<Record<string, unknown>>(text))?.rows ?? [];
  return Object.values(rows[0] ?? {})[0];
}

const shardOf = (id = '') => one(`select get_shard_id_for_distribution_column('workspace', '${id}')`);
const portOf = async (id = '') =>
  Number(await one(`select nodeport from citus_shards where shardid = ${String(await shardOf(id))}`));

// What docs/scaling.md says of everyday work on the nodes, to the letter, one after another.
describe('on a Citus of the test’s own (SKIPPED where there is none: CANDOR_CI_CITUS names its archive)', () => {
  it('a worker is added', async ({ skip }) => {
    if (cluster === null) return skip('SKIPPED: this machine can have no Citus');
    const worker = cluster.nodes[2] ?? '';
    const [host, port] = place(worker);
    await prepare(worker);
    await one(`select citus_add_node('${host}', ${port})`);
    await one('select citus_rebalance_start()');
    const state = () => one('select state from citus_rebalance_status()');
    await expect.poll(state, { timeout: 200_000, interval: 500 }).toBe('finished');
    expect(await one(`select count(*)::int from citus_shards where nodeport = ${port}`)).toBeGreaterThan(0);
    await expectFound();
  });

  it('a tenant gets a shard of its own', async ({ skip }) => {
    if (cluster === null) return skip('SKIPPED: this machine can have no Citus');
    const [id] = workspaces;
    const shared = await shardOf(id);
    await one(`select isolate_tenant_to_new_shard('workspace', '${id}'::uuid, 'CASCADE')`);
    expect(await shardOf(id)).not.toEqual(shared);
    await expectFound();
  });

  it('a workspace moves, and no other', async ({ skip }) => {
    if (cluster === null) return skip('SKIPPED: this machine can have no Citus');
    const [id, ...others] = workspaces;
    const ports = async () => [await portOf(others[0]), await portOf(others[1]), await portOf(others[2])];
    const [before, from] = [await ports(), await portOf(id)];
    const [[host, first], [, second]] = [place(cluster.nodes[1]), place(cluster.nodes[2])];
    const to = from === first ? second : first;
    const shard = `get_shard_id_for_distribution_column('workspace', '${id}')`;
    await one(`select citus_move_shard_placement(${shard}, '${host}', ${from}, '${host}', ${to})`);
    expect(await portOf(id)).toBe(to);
    expect(await ports()).toEqual(before);
    await expectFound();
  });

  it('the distribution is undone', async ({ skip }) => {
    if (cluster === null) return skip('SKIPPED: this machine can have no Citus');
    const folder = await mkdtemp(join(tmpdir(), 'candor-everyday-'));
    const plain = await openDatabase({ databaseUrl: undefined, dataFolder: inMemory });
    const distributed = await openTestApp({}, { database: { ...database, close: async () => undefined }, url: null });
    const undone = await openTestApp({}, { database: plain, url: null });
    const saved = await distributed.app.backups.backup(join(folder, 'all.gz'), { workspaceIds: null });
    expect(await undone.app.backups.restore(join(folder, 'all.gz'), { replace: false })).toMatchObject(saved);
    await expectFound(plain);
    await undone.close();
    await distributed.close();
    await rm(folder, { recursive: true });
  });
});
