import { afterAll, beforeAll, expect, it } from 'vitest';
import { newWorkspace, openOwnDatabase, raw, type OpenTestDatabase } from '../support/database.ts';
import { loopNow } from '../support/clocks.ts';

let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  open = await openOwnDatabase();
  workspace = await newWorkspace(open.database);
});
afterAll(() => open.close());

const sleep = raw('select pg_sleep(20)::text as slept');
const sleeping = async () =>
  (
    await open.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
    )
  ).rowCount;

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = loopNow() + 5_000;
  while (!(await check())) {
    if (loopNow() > end) throw new Error('not within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('an abort stops the running statement on the server', async () => {
  const abort = new AbortController();
  const start = loopNow();
  const work = open.database.inWorkspace(workspace, (transaction) => transaction.query(sleep, []), {
    signal: abort.signal,
  });
  const refused = expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
  await until(async () => (await sleeping()) === 1);
  abort.abort();
  await refused;
  expect(loopNow() - start).toBeLessThan(5_000);
  // The cancel was sent; the session's state follows it.
  await until(async () => (await sleeping()) === 0);
});

it('an abort after the end cancels nothing that runs next on the connection', async () => {
  const abort = new AbortController();
  for (let round = 0; round < 20; round += 1) {
    await open.database.inWorkspace(workspace, (transaction) => transaction.query(raw('select 1'), []), {
      signal: abort.signal,
    });
  }
  abort.abort();
  await expect(
    Promise.all(
      Array.from({ length: 10 }, () =>
        open.database.inWorkspace(workspace, (transaction) =>
          transaction.query(raw('select pg_sleep(0.05)::text'), []),
        ),
      ),
    ),
  ).resolves.toHaveLength(10);
});

it('a time-out ends the statement, names it and does not stay on the connection', async () => {
  const start = loopNow();
  const work = open.database.inWorkspace(workspace, (transaction) => transaction.query(sleep, []), {
    timeoutMillis: 100,
  });
  await expect(work).rejects.toMatchObject({
    code: 'TIMEOUT',
    details: { statement: 'test.raw' },
    remedy: expect.stringContaining('maxMillis'),
  });
  expect(loopNow() - start).toBeLessThan(5_000);
  expect(await sleeping()).toBe(0);
  await Promise.all(
    Array.from({ length: 10 }, () =>
      open.database.inWorkspace(workspace, async (transaction) => {
        expect(await transaction.query(raw('show statement_timeout'), [])).toEqual([{ statement_timeout: '0' }]);
      }),
    ),
  );
});

it('a connection that the server ends is replaced', async () => {
  const work = open.database.inWorkspace(workspace, (transaction) => transaction.query(sleep, []));
  const refused = expect(work).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  await until(async () => (await sleeping()) === 1);
  await open.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
  );
  await refused;
  expect(
    await open.database.inWorkspace(workspace, (transaction) => transaction.query(raw('select 1 as works'), [])),
  ).toEqual([{ works: 1 }]);
});
