import { afterAll, beforeAll, expect, it } from 'vitest';
import { isTransient } from '../../src/retrieval/arms/searchArms.ts';
import { newWorkspace, openOwnDatabase, raw, type OpenTestDatabase } from '../support/database.ts';
import { loopNow } from '../support/clocks.ts';

let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  open = await openOwnDatabase();
  workspace = await newWorkspace(open.database);
});
afterAll(() => open.close());

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );
const sleeping = 'pg_sleep(21)';

it('a connection that the server ends in the middle of a statement may pass', async () => {
  const fault = faultOf(
    open.database.inWorkspace(workspace, (transaction) => transaction.query(raw(`select ${sleeping}::text`), [])),
  );
  let ended = 0;
  for (const end = loopNow() + 10_000; ended === 0 && loopNow() < end;) {
    ended =
      (
        await open.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'active' and query like '%${sleeping}%' and pid <> pg_backend_pid()`,
        )
      ).rowCount ?? 0;
  }
  expect(ended).toBe(1);
  expect(isTransient(await fault)).toBe(true);
});

it('a deadlock may pass: the one that the server gives up', async () => {
  const [first, second] = [await newWorkspace(open.database), await newWorkspace(open.database)];
  let bothHold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  let holding = 0;
  // Advisory locks, taken in opposite order.
  const taking = (workspaceId: string, keys: readonly [number, number]) =>
    open.database.inWorkspace(workspaceId, async (transaction) => {
      await transaction.query(raw(`select pg_advisory_xact_lock(${keys[0]})::text`), []);
      holding += 1;
      if (holding === 2) bothHold();
      await held;
      await transaction.query(raw(`select pg_advisory_xact_lock(${keys[1]})::text`), []);
    });
  const settled = await Promise.allSettled([taking(first, [1, 2]), taking(second, [2, 1])]);
  const [fault] = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(fault).toMatchObject({ code: 'DATABASE_FAILED', details: { sqlState: '40P01' } });
  expect(isTransient(fault)).toBe(true);
});

it('a statement that took too long, one that is wrong and one that was cancelled stay', async () => {
  const run = (text: string, options = {}) =>
    faultOf(open.database.inWorkspace(workspace, (transaction) => transaction.query(raw(text), []), options));
  expect(isTransient(await run('select pg_sleep(5)::text', { timeoutMillis: 50 }))).toBe(false);
  expect(isTransient(await run('select nothing from nowhere'))).toBe(false);
  expect(isTransient(await run('select 1', { signal: AbortSignal.abort() }))).toBe(false);
});
