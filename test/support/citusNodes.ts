import pg from 'pg';

/**
 * The servers that a test database is made on: the one at `serverUrl`, and, where its database has the extension citus, the workers of that cluster behind it. The workers are reached
 * as the same login.
 */
export async function nodesOf(serverUrl: string): Promise<readonly string[]> {
  return asOwner(serverUrl, async (client) => {
    const { rowCount } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
    if (rowCount === 0) return [serverUrl];
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and isactive order by nodeid`,
    );
    return [serverUrl, ...rows.map(({ host, port }) => urlOn(serverUrl, host, port))];
  });
}

/** Makes one Citus of the databases of one name on each node; of a single server, nothing. */
export async function joinNodes(urls: readonly string[]): Promise<void> {
  const [coordinator = '', ...workers] = urls;
  if (workers.length === 0) return;
  for (const url of urls) await asOwner(url, (client) => client.query('create extension citus'));
  await asOwner(coordinator, async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query('select citus_set_coordinator_host($1::text, $2::int)', [hostname, Number(port)]);
    for (const worker of workers.map((url) => new URL(url)))
      await client.query('select citus_add_node($1::text, $2::int)', [worker.hostname, Number(worker.port)]);
  });
}

/** Citus keeps a process in each of its databases, beside which none can be copied. */
export async function endSessions(client: pg.Client, database: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid, 1000) from pg_stat_activity where datname = $1', [database]);
}

function urlOn(serverUrl: string, host: string, port: number): string {
  const url = new URL(serverUrl);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

/** Runs `work` over one connection, which is closed however it ends. */
export async function asOwner<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
