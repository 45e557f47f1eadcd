import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AskEvent } from '../../src/agent/state/events.ts';
import type { App } from '../../src/app/app.ts';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { loopNow } from '../support/clocks.ts';
import { newWorkspace, openOwnDatabase, openTestApp, raw, type OpenTestDatabase } from '../support/database.ts';
import { until } from '../support/testServer.ts';
import { type SilentProxy, startSilentProxy } from '../support/silentProxy.ts';

let open: OpenTestDatabase;
let workspace: string;
let proxy: SilentProxy;
let database: Database;
beforeAll(async () => {
  open = await openOwnDatabase();
  workspace = await newWorkspace(open.database);
});
afterAll(() => open.close());
beforeEach(async () => {
  proxy = await startSilentProxy(open.url ?? '');
  database = await openDatabase({
    databaseUrl: proxy.url,
    dataFolder: inMemory,
    patience: { silenceMillis: 200, probeMillis: 300 },
  });
});
afterEach(async () => {
  proxy.flow();
  await database.close();
  await proxy.close();
});

const one = raw('select 1 as works');
const works = () => database.inWorkspace(workspace, (transaction) => transaction.query(one, []));
/** With a patience of 200 ms a busy machine may call one try silent: what counts is that the pool comes back. */
async function soon<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
/** So many connections that are open and idle. */
const warm = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      database.inWorkspace(workspace, (transaction) => transaction.query(raw('select pg_sleep(0.05)::text'), [])),
    ),
  );

async function last(events: AsyncIterable<AskEvent>): Promise<AskEvent | undefined> {
  let event: AskEvent | undefined;
  for await (event of events);
  return event;
}

/** What `work` came to, or SILENT after so long by the clock of this process's event loop. */
async function within<T>(millis: number, work: Promise<T>): Promise<T | 'SILENT'> {
  const open = new Set([work]);
  const settle = () => void open.delete(work);
  void work.then(settle, settle);
  for (const end = loopNow() + millis; open.size > 0;) {
    if (loopNow() > end) return 'SILENT';
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return work;
}

it('attack 5: a hung Postgres connection outlives no deadline, and the pool lives on when traffic flows again', async () => {
  const { app } = await openTestApp({ workspaceId: workspace }, { ...open, database });
  const caller: Caller = { workspaceId: workspace, role: 'READER', accessGroups: [], keyId: null };
  const ask = (asked: App) =>
    last(asked.ask(caller, { question: 'How long can I void a label?', budget: { maxMillis: 1_000 } }));
  expect(await ask(app)).toMatchObject({ type: 'Finished' });
  await warm(10);
  proxy.fallSilent();
  const asked = Array.from({ length: 12 }, () => within(1_250, ask(app)));
  for (const event of await Promise.all(asked)) {
    expect(event).not.toBe('SILENT');
    expect(event).toMatchObject({ type: expect.stringMatching(/^(?:Finished|Failed)$/) as unknown });
    if (typeof event === 'object' && event.type === 'Failed')
      expect(event.code).toMatch(/^(?:TIMEOUT|DATABASE_UNREACHABLE)$/);
  }
  proxy.flow();
  expect(await within(5_000, ask(app))).toMatchObject({ type: 'Finished' });
  expect(await within(5_000, works())).toEqual([{ works: 1 }]);
});

it('a statement without a deadline ends when the server cannot be reached, typed and without an address', async () => {
  await warm(3);
  proxy.fallSilent();
  const fault = await within(
    5_000,
    works().then(
      () => {
        throw new Error('it did not fail');
      },
      (error: unknown) => error,
    ),
  );
  expect(fault).toMatchObject({
    code: 'DATABASE_UNREACHABLE',
    message: expect.not.stringContaining('127.0.0.1') as unknown,
  });
});

it('one dead socket is told by asking the server about it', async () => {
  await warm(1);
  proxy.fallSilent();
  const waiting = works().then(
    () => 'worked',
    (error: unknown) => error,
  );
  // The bytes of the statement are lost; from now on the server can be asked.
  await new Promise((resolve) => setTimeout(resolve, 20));
  proxy.flow();
  expect(await within(5_000, waiting)).toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  expect(await works()).toEqual([{ works: 1 }]);
});

it('a statement that the server works on is not given up, however long it takes', async () => {
  // A busy machine takes longer than 300 ms to ask the server about it.
  const patience = { silenceMillis: 100, probeMillis: 20_000 };
  const patient = await openDatabase({ databaseUrl: proxy.url, dataFolder: inMemory, patience });
  const slow = patient.inWorkspace(workspace, (transaction) =>
    transaction.query(raw('select pg_sleep(0.5)::text as slept'), []),
  );
  expect(await slow).toEqual([{ slept: '' }]);
  await patient.close();
});

it('connections that are as old as a silence are not handed on', async () => {
  await warm(6);
  proxy.fallSilent();
  const fault = await within(
    5_000,
    database
      .inWorkspace(workspace, (transaction) => transaction.query(one, []), { timeoutMillis: 50 })
      .catch((error: unknown) => error),
  );
  expect(fault).toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  proxy.flow();
  // Each of the five that stayed idle would take its 250 ms.
  const started = loopNow();
  for (let round = 0; round < 6; round += 1)
    expect(
      await database.inWorkspace(workspace, (transaction) => transaction.query(one, []), { timeoutMillis: 2_000 }),
    ).toEqual([{ works: 1 }]);
  expect(loopNow() - started).toBeLessThan(2_000);
});

it("attack 13: a database that is reset in the middle of a statement is a coded fault without the driver's words", async () => {
  let atWork = 0;
  const work = Promise.allSettled(
    Array.from({ length: 8 }, () =>
      database.inWorkspace(workspace, async (transaction) => {
        await transaction.query(one, []);
        atWork += 1;
        return transaction.query(raw('select pg_sleep(5)::text'), []);
      }),
    ),
  );
  await until(() => atWork === 8, 10_000);
  proxy.reset();
  for (const settled of await work) {
    expect(settled).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'DATABASE_UNREACHABLE',
        message: expect.not.stringMatching(/terminated|ECONN|socket/) as unknown,
      },
    });
  }
  expect(await within(5_000, soon(works))).toEqual([{ works: 1 }]);
});

it('attack 13: questions that meet a reset end as answers or with a coded fault, and none is INTERNAL', async () => {
  const { app } = await openTestApp({ workspaceId: workspace }, { ...open, database });
  const caller: Caller = { workspaceId: workspace, role: 'READER', accessGroups: [], keyId: null };
  await last(app.ask(caller, { question: 'How long can I void a label?' }));
  await warm(10);
  // Each of them is caught in another step.
  const asked = Array.from({ length: 8 }, async (_, index) => {
    const event = last(app.ask(caller, { question: 'How long can I void a label?' }));
    for (let turn = 0; turn < 3 * index; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    proxy.reset();
    return event;
  });
  for (const event of await Promise.all(asked)) {
    expect(event?.type).toMatch(/^(?:Finished|Failed)$/);
    if (event?.type === 'Failed') {
      expect(event.code).toBe('DATABASE_UNREACHABLE');
      expect(event.message).not.toMatch(/terminated|ECONN|127\.0/);
    }
  }
});

it('the job queue goes on when traffic flows again', async () => {
  const worked: (string | undefined)[] = [];
  const queue = await database.openQueue('silence', () => undefined);
  await queue.work((data) => Promise.resolve(void worked.push(data['name'])));
  await queue.send({ name: 'before' });
  await expect.poll(() => worked, { timeout: 5_000 }).toEqual(['before']);
  proxy.fallSilent();
  // By then the queue's own look, twice a second, has met the silence.
  for (let round = 0; round < 2; round += 1)
    await expect(works()).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  proxy.flow();
  await queue.send({ name: 'after' });
  await expect.poll(() => worked, { timeout: 10_000 }).toEqual(['before', 'after']);
  await queue.stop();
});

it('a database that falls silent when a job ends is told of, and the job is not lost', async () => {
  const faults: string[] = [];
  const worked: (string | undefined)[] = [];
  const queue = await database.openQueue('silent-end', (fault) => faults.push(fault));
  await queue.work((data) => {
    worked.push(data['name']);
    if (data['name'] === 'before') proxy.fallSilent();
    return Promise.resolve();
  });
  await queue.send({ name: 'before' });
  await expect.poll(() => faults, { timeout: 5_000 }).toHaveLength(1);
  proxy.flow();
  await soon(() => queue.send({ name: 'after' }));
  await expect.poll(() => worked, { timeout: 10_000 }).toEqual(['before', 'after']);
  await queue.stop();
});

it('close() does not wait for a silent server', async () => {
  await warm(3);
  proxy.fallSilent();
  expect(
    await within(
      2_000,
      database.close().then(() => 'closed'),
    ),
  ).toBe('closed');
});
