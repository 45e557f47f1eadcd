import { randomBytes } from 'node:crypto';
import pg from 'pg';

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

/** A new database on the server at `serverUrl`: empty, or a copy of `template` (about 60 ms, where migrating takes seconds). */
export async function createTestDatabase(serverUrl: string, template?: Template): Promise<TestDatabase> {
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  await asOwner(serverUrl, async (client) => {
    const source = template ? await ensureTemplate(client, serverUrl, template) : 'template1';
    await client.query(`create database ${name} template ${source}`);
  });
  return {
    url: urlOf(serverUrl, name),
    drop: () =>
      asOwner(serverUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/**
 * Says that a test run uses the server at `serverUrl`, for as long as its one connection stays open.
 * Joining and leaving drop every test database, templates too, unless another run is on the server: several may share it.
 */
export async function joinTestServer(serverUrl: string): Promise<{ leave(): Promise<void> }> {
  const client = new pg.Client({ connectionString: serverUrl, application_name: membershipName });
  await client.connect();
  await dropTestDatabasesWhenAlone(client);
  return {
    leave: async () => {
      await dropTestDatabasesWhenAlone(client);
      await client.end();
    },
  };
}

async function dropTestDatabasesWhenAlone(client: pg.Client): Promise<void> {
  const members = await client.query('select 1 from pg_stat_activity where application_name = $1', [membershipName]);
  if (members.rowCount !== 1) return;
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`);
}

/** A build that broke off leaves a database without the finished name, which nobody copies. */
async function ensureTemplate(client: pg.Client, serverUrl: string, template: Template): Promise<string> {
  const name = `${prefix}template_${template.name.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`.slice(0, 60);
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const unfinished = `${prefix}${randomBytes(8).toString('hex')}`;
      await client.query(`create database ${unfinished} template template1`);
      await template.build(urlOf(serverUrl, unfinished));
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock]);
  }
  return name;
}

async function asOwner<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
