import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { asOwner, nodesOf } from '../support/citusNodes.ts';
import { newWorkspace, openTestApp } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { keysOf, search } from '../retrieval/search.ts';

const command = fileURLToPath(new URL('../../.ci/citus', import.meta.url));
const embedder = createHashedEmbedder();

/** A cluster of the test's own; null where none can be had. */
async function startCluster(): Promise<string | null> {
  const run = (verb: string) =>
    promisify(execFile)('env', [`CANDOR_CI_INSTANCE=everyday-${process.pid}`, command, verb]);
  try {
    const { stdout } = await run('start');
    onTestFinished(async () => void (await run('stop')));
    return stdout.trim();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 69) return null;
    throw error;
  }
}

// What docs/scaling.md says of everyday work on the nodes, to the letter.
it('a worker is added, a tenant isolated, a workspace moved, and the distribution undone, and every workspace is found in', async ({
  skip,
}) => {
  const cluster = await startCluster();
  if (cluster === null) return skip('SKIPPED: this machine can have no Citus (CANDOR_CI_CITUS names its archive)');
  const name = 'candor_everyday';
  const nodes = (await nodesOf(cluster)).map((url) => url.replace(/\/candor$/, `/${name}`));
  const [coordinator = '', first = '', second = ''] = nodes;
  const prepare = async (url: string) => {
    await asOwner(url.replace(`/${name}`, '/postgres'), (client) => client.query(`create database ${name}`));
    await asOwner(url, (client) => client.query('create extension citus'));
  };
  await prepare(coordinator);
  await prepare(first);
  const admin = new pg.Client({ connectionString: coordinator });
  await admin.connect();
  onTestFinished(() => admin.end());
  const place = (url: string): [string, number] => [new URL(url).hostname, Number(new URL(url).port)];
  await admin.query('select citus_set_coordinator_host($1::text, $2::int)', place(coordinator));
  await admin.query('select citus_add_node($1::text, $2::int)', place(first));

  const settings = { databaseUrl: coordinator, dataFolder: inMemory };
  const before = await openDatabase(settings);
  expect(await before.distribute({ shards: 8 })).toMatchObject({ shards: 8 });
  await before.close();
  const database = await openDatabase(settings);
  onTestFinished(() => database.close());
  const birds = ['kingfisher', 'goldfinch', 'capercaillie', 'nuthatch'];
  const workspaces: string[] = [];
  for (const bird of birds) {
    const workspace = await newWorkspace(database, bird);
    const document = { key: `${bird}.txt`, text: `The ${bird} nests here.`, format: 'PLAIN_TEXT' as const };
    await ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspace, [document]);
    workspaces.push(workspace);
  }
  const found = (from = database) =>
    Promise.all(
      workspaces.map((id, nth) => search({ database: from, embedder }, id, `Where is the ${birds[nth]}?`).then(keysOf)),
    );
  const all = birds.map((bird) => [`${bird}.txt`]);
  expect(await found()).toEqual(all);
  const one = async (text: string, values: readonly unknown[] = []) =>
    Object.values((await admin.query<Record<string, unknown>>(text, [...values])).rows[0] ?? {})[0];

  // A worker is added.
  await prepare(second);
  const [host, port] = place(second);
  await admin.query(`select citus_add_node('${host}', ${port})`);
  await admin.query('select citus_rebalance_start()');
  await expect
    .poll(() => one('select state from citus_rebalance_status()'), { timeout: 120_000, interval: 500 })
    .toBe('finished');
  expect(
    await one(`select count(*)::int from citus_shards where nodeport = ${port} and table_name = 'workspace'::regclass`),
  ).toBeGreaterThan(0);
  expect(await found()).toEqual(all);

  // A tenant gets a shard of its own.
  const id = workspaces[0] ?? '';
  const shardOf = () => one(`select get_shard_id_for_distribution_column('workspace', '${id}')`);
  const shared = await shardOf();
  await admin.query(`select isolate_tenant_to_new_shard('workspace', '${id}'::uuid, 'CASCADE')`);
  expect(await shardOf()).not.toEqual(shared);
  expect(await found()).toEqual(all);

  // A workspace moves, and nobody with it.
  const portOf = (workspace: string) =>
    one(
      `select nodeport from citus_shards where shardid = get_shard_id_for_distribution_column('workspace', '${workspace}')`,
    );
  const portsOf = async (some: readonly string[]) => {
    const ports: unknown[] = [];
    for (const workspace of some) ports.push(await portOf(workspace));
    return ports;
  };
  const others = await portsOf(workspaces.slice(1));
  const from = Number(await portOf(id));
  const to = from === port ? place(first)[1] : port;
  await admin.query(
    `select citus_move_shard_placement(get_shard_id_for_distribution_column('workspace', '${id}'), '${host}', ${from}, '${host}', ${to})`,
  );
  expect(await portOf(id)).toBe(to);
  expect(await portsOf(workspaces.slice(1))).toEqual(others);
  expect(await found()).toEqual(all);

  // The distribution is undone.
  const folder = await mkdtemp(join(tmpdir(), 'candor-everyday-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const plain = await openDatabase({ databaseUrl: undefined, dataFolder: inMemory });
  const [distributed, undone] = [
    await openTestApp({}, { database, url: coordinator }),
    await openTestApp({}, { database: plain, url: null }),
  ];
  const saved = await distributed.app.backups.backup(join(folder, 'all.gz'), { workspaceIds: null });
  expect(await undone.app.backups.restore(join(folder, 'all.gz'), { replace: false })).toMatchObject(saved);
  expect(await found(plain)).toEqual(all);
  await undone.close();
}, 300_000);
