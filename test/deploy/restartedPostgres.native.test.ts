import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
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
