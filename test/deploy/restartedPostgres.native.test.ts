import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { drain, outcomeOf } from '../agent/drain.ts';
import { openTestApp } from '../support/database.ts';
import { startOwnServer, type OwnServer } from '../support/ownServer.ts';
import { serve } from '../support/testServer.ts';

/** Null where this machine can have no server of one's own. */
let server: OwnServer | null;
let app: App;
let close: () => Promise<void>;
beforeAll(async () => {
  server = await startOwnServer('restarted');
  if (server === null) return;
  const { url } = server;
  const database = await openDatabase({ databaseUrl: url, dataFolder: inMemory });
  ({ app, close } = await openTestApp({ port: 0 }, { database, url }));
});
afterAll(async () => {
  if (server === null) return;
  await close();
  await server.remove();
});

const caller = (): Caller => ({ workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null });
const question = 'How many days may a label be voided?';
const ask = () => app.ask(caller(), { question, budget: { maxMillis: 60_000 } });

it('Postgres is stopped and started: readiness turns and comes back by itself, nothing is lost, questions and jobs go on', async ({
  skip,
}) => {
  if (server === null) return skip('SKIPPED: this machine can have no Postgres of its own');
  const { url } = await serve(app);
  const readiness = async () => {
    const reply = await fetch(`${url}/readyz`);
    return { status: reply.status, body: await reply.text() };
  };
  const takeByJob = async (key: string, text: string) => {
    const { id } = await app.jobs.submit(caller(), [{ key, title: key, text, format: 'PLAIN_TEXT' }]);
    let last;
    for await (const job of app.jobs.watch(caller(), id)) last = job;
    return last;
  };
  await app.workspaces.ensure(caller().workspaceId, 'restarted');
  await app.jobs.start(caller());
  expect(await takeByJob('labels.txt', 'A label may be voided within 21 days of purchase.')).toMatchObject({
    state: 'COMPLETED',
  });
  expect(await readiness()).toMatchObject({ status: 200 });
  const before = await outcomeOf(ask());
  expect(before.type).toBe('Answer');

  await server.halt();
  await expect.poll(readiness, { timeout: 60_000 }).toMatchObject({
    status: 503,
    body: expect.stringContaining('database') as unknown,
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await drain(ask())).at(-1)).toMatchObject({ type: 'Failed', code: 'DATABASE_UNREACHABLE' });

  await server.resume();
  await expect.poll(readiness, { timeout: 60_000 }).toMatchObject({ status: 200 });
  expect(await outcomeOf(ask())).toMatchObject({ type: 'Answer', text: 'text' in before ? before.text : '' });
  expect(await takeByJob('zebra.txt', 'The zebra crossing at Mill Lane opens in May.')).toMatchObject({
    state: 'COMPLETED',
  });
});

const maxMillis = 4_000;

interface End {
  readonly begun: number;
  readonly millis: number;
  /** `Answer`, or the code of a fault. */
  readonly said: string;
}

async function askOnce(): Promise<End> {
  const begun = performance.now();
  const last = (await drain(app.ask(caller(), { question, budget: { maxMillis } }))).at(-1);
  const said = last?.type === 'Finished' ? last.outcome.type : last?.type === 'Failed' ? last.code : 'NOTHING';
  return { begun, millis: performance.now() - begun, said };
}

/** Asks without a pause, three at once, until it is told to stop. */
function stream(): { readonly stop: () => Promise<readonly End[]> } {
  const ends: End[] = [];
  let goesOn = true;
  const asker = async () => {
    while (goesOn) ends.push(await askOnce());
  };
  const askers = [asker(), asker(), asker()];
  return {
    async stop() {
      goesOn = false;
      await Promise.all(askers);
      return ends;
    },
  };
}

/** The sessions of Candor, as processes. */
async function sessionsOf(postmaster: number): Promise<readonly number[]> {
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ');
  const names = await Promise.all(children.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return children.filter((_, nth) => names[nth]?.includes('candor_owner')).map(Number);
}

const answers = () => expect.poll(async () => (await askOnce()).said, { timeout: 30_000 }).toBe('Answer');

function expectTyped(ends: readonly End[]): void {
  const kinds = new Set(ends.map(({ said }) => said));
  for (const said of kinds) expect(['Answer', 'DATABASE_UNREACHABLE', 'TIMEOUT', 'Abstention']).toContain(said);
  // Its budget and 250 ms; the rest is for a machine with other work.
  for (const { millis } of ends) expect(millis).toBeLessThan(maxMillis + 250 + 1_000);
}

it('a session that is killed -9 takes all others along: every question ends typed and in time, and the next ones are answered', async ({
  skip,
}) => {
  if (server === null) return skip('SKIPPED: this machine can have no Postgres of its own');
  expect(await outcomeOf(app.ask(caller(), { question }))).toMatchObject({ type: 'Answer' });
  const asking = stream();
  await wait(500);
  const [session] = await sessionsOf(await server.processId());
  process.kill(session ?? Number.NaN, 'SIGKILL');
  await answers();
  const ends = await asking.stop();
  expectTyped(ends);
  expect(ends.map(({ said }) => said)).toContain('Answer');
});

it('so it is when Postgres itself is killed -9, and comes back two seconds later', async ({ skip }) => {
  if (server === null) return skip('SKIPPED: this machine can have no Postgres of its own');
  const asking = stream();
  await wait(500);
  process.kill(await server.processId(), 'SIGKILL');
  await wait(2_000);
  await server.resume();
  await answers();
  const ends = await asking.stop();
  expectTyped(ends);
  expect(ends.map(({ said }) => said)).toContain('DATABASE_UNREACHABLE');
  // What was stored before is there, and what is stored now stays.
  const text = 'The heron ferry at Mill Lane sails in June.';
  await app.ingest(caller(), [{ key: 'heron.txt', title: 'Heron', text, format: 'PLAIN_TEXT' }]);
  expect(await outcomeOf(app.ask(caller(), { question: 'When does the heron ferry sail?' }))).toMatchObject({
    type: 'Answer',
  });
});
