import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { unlessLost } from '../../src/cli/command.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, openTestDatabase } from '../support/database.ts';
import { serve } from '../support/testServer.ts';

it('a lost node makes no process unready and stops no start; metrics and the doctor name it', async ({ skip }) => {
  const { database, url } = await openTestDatabase();
  if (!database.distributed || url === null) return skip('SKIPPED: the tests do not run on a Citus');
  const { app, close } = await openTestApp({ port: 0 });
  onTestFinished(close);
  const caller: Caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'lost');
  const served = await serve(app);
  const readiness = async () => (await fetch(`${served.url}/readyz`)).status;
  expect(await readiness()).toBe(200);
  expect((await app.databaseNodes()).map(({ answers }) => answers)).toEqual([true, true]);

  // The coordinator looks for every node where nobody listens, in this database alone.
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const move = (text: string) => owner.query(`update pg_dist_node set nodeport = ${text} where groupid > 0`);
  await move('nodeport - 20000');
  onTestFinished(async () => {
    await move('nodeport + 20000');
    await owner.end();
  });
  // Idle connections of the coordinator to its nodes would still work.
  await expect
    .poll(async () => (await app.databaseNodes()).filter(({ answers }) => answers).length, { timeout: 20_000 })
    .toBe(0);
  expect(await readiness()).toBe(200);
  expect(await unlessLost(app, Promise.reject<string>(new Error('its node')))).toBeUndefined();
  expect((await app.doctor()).find(({ name }) => name === 'workers')).toMatchObject({
    passed: false,
    detail: expect.stringContaining('does not reach') as unknown,
  });
  const metrics = await (await fetch(`${served.url}/metrics`)).text();
  expect(metrics).toMatch(/candor_database_node\{node="[^"]+"\} 0/);
}, 60_000);
