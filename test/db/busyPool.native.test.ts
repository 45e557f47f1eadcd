/** Who finds no connection free: it waited for others, or for a server that answers nobody. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lateDatabase } from '../../src/agent/parts/budget.ts';
import { newWorkspace, openOwnDatabase, raw, type OpenTestDatabase } from '../support/database.ts';

/** Of the pool (`openDatabase.ts`). */
const connections = 10;

let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  open = await openOwnDatabase();
  workspace = await newWorkspace(open.database);
});
afterAll(() => open.close());

const sleep = (seconds: number) => raw(`select pg_sleep(${seconds})::text`);
const ask = (timeoutMillis?: number) =>
  open.database.inWorkspace(workspace, (transaction) => transaction.query(raw('select 1 as works'), []), {
    timeoutMillis,
  });

/** Holds every connection, with statements of so many seconds one after another. @returns how to let go */
function occupy(seconds: number): () => Promise<unknown> {
  let isOver = false;
  const all = Array.from({ length: connections }, () =>
    open.database.inWorkspace(workspace, async (transaction) => {
      do await transaction.query(sleep(seconds), []);
      while (!isOver);
    }),
  );
  return () => {
    isOver = true;
    return Promise.all(all);
  };
}

const busy = {
  code: 'OVERLOADED',
  message: expect.stringContaining('Try again in 1 s.') as string,
  details: { scope: 'PROCESS', retryAfterSeconds: 1 },
};

it('of a database at work for others, is to come back: by its own time, by that of the pool, and by that of the question', async () => {
  const free = occupy(0.05);
  await expect(ask(500)).rejects.toMatchObject(busy);
  await expect(ask()).rejects.toMatchObject(busy);
  expect(lateDatabase(open.database, 2_500)).toMatchObject(busy);
  await free();
  expect(await ask()).toEqual([{ works: 1 }]);
});

it('of a database that answers nobody, is to look after it', async () => {
  const free = occupy(4);
  await expect(ask(1_500)).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  expect(lateDatabase(open.database, 1_500)).toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  await free();
});
