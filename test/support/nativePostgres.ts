import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { asOwner, endSessions, joinNodes, nodesOf } from './citusNodes.ts';

/** Every database of the tests starts with this, so that the leftovers can be told from anything else on the server. */
const prefix = 'candor_test_';
/** Any number: it only keeps two test processes from building the same template at once. */
const templateLock = 7_300_001;
const membershipName = 'candor_test_run';

export interface TestDatabase {
  readonly url: string;
  /** Ends every session on the database and drops it. */
  drop(): Promise<void>;
}

export interface Template {
  /** Names the content, for example a hash of the migrations: a template of the same name is built once a server. */
  readonly name: string;
  /** Fills the new database at `url` and closes every connection to it. */
  build(url: string): Promise<void>;
}

/** A new database on the server at `serverUrl`, and on each node of its Citus: empty, or a copy of `template` (about 60 ms, where migrating takes seconds). */
export async function createTestDatabase(serverUrl: string, template?: Template): Promise<TestDatabase> {
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  const nodes = await nodesOf(serverUrl);
  const source = template ? await asOwner(serverUrl, (client) => ensureTemplate(client, nodes, template)) : 'template1';
  await onEach(nodes, async (client) => {
    if (nodes.length === 1) await client.query(`create database ${name} template ${source}`);
    else await copyFromCitus(client, name, source);
  });
  if (template === undefined) await joinNodes(nodes.map((url) => urlOf(url, name)));
  return {
    url: urlOf(serverUrl, name),
    drop: () =>
      onEach(nodes, (client) => whenUnused(() => client.query(`drop database if exists ${name} with (force)`))),
  };
}

async function copyFromCitus(client: pg.Client, name: string, source: string): Promise<void> {
  await whenUnused(async () => {
    await endSessions(client, source);
    await client.query(`create database ${name} template ${source}`);
  });
}

/** Citus' own process comes back to a database whenever another one has looked at it: then it is ended again. */
async function whenUnused(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      await work();
      return;
    } catch (error) {
      const inUse = (error as { readonly code?: unknown }).code === '55006';
      if (!inUse || tries === 20) throw error;
    }
}

async function onEach(nodes: readonly string[], work: (client: pg.Client) => Promise<void>): Promise<void> {
  for (const node of nodes) await asOwner(node, work);
}

/**
 * Says that a test run uses the server at `serverUrl`, for as long as its one connection stays open.
 * Joining and leaving drop every test database, templates too, unless another run is on the server: several may share it.
 */
export async function joinTestServer(serverUrl: string): Promise<{ leave(): Promise<void> }> {
  const client = new pg.Client({ connectionString: serverUrl, application_name: membershipName });
  await client.connect();
  const nodes = await nodesOf(serverUrl);
  await dropTestDatabasesWhenAlone(client, nodes);
  return {
    leave: async () => {
      await dropTestDatabasesWhenAlone(client, nodes);
      await client.end();
    },
  };
}

async function dropTestDatabasesWhenAlone(client: pg.Client, nodes: readonly string[]): Promise<void> {
  const members = await client.query('select 1 from pg_stat_activity where application_name = $1', [membershipName]);
  if (members.rowCount !== 1) return;
  await onEach(nodes, async (node) => {
    const { rows } = await node.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await node.query(`drop database if exists "${name}" with (force)`);
  });
}

/** A build that broke off leaves a database without the finished name, which nobody copies. */
async function ensureTemplate(client: pg.Client, nodes: readonly string[], template: Template): Promise<string> {
  const name = `${prefix}template_${template.name.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`.slice(0, 60);
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const unfinished = `${prefix}${randomBytes(8).toString('hex')}`;
      const urls = nodes.map((node) => urlOf(node, unfinished));
      await onEach(nodes, async (node) => void (await node.query(`create database ${unfinished} template template1`)));
      await joinNodes(urls);
      await template.build(urls[0] ?? '');
      // The coordinator's last: its name says that the others are there.
      await onEach([...nodes].reverse(), async (node) => {
        if (nodes.length > 1) await endSessions(node, unfinished);
        await node.query(`alter database ${unfinished} rename to ${name}`);
      });
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock]);
  }
  return name;
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
