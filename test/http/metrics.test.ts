import { expect, test } from 'vitest';
import type { WorkspaceHealth } from '../../src/learning/health/health.ts';
import { createFakeApp, otherKey, otherWorkspaceId, readerKey, workspaceId } from '../support/fakeApp.ts';
import { workspaceHealth } from '../support/fakeLearning.ts';
import { serve } from '../support/testServer.ts';

const authorization = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

test('tells the health of a workspace in the text format of Prometheus', async () => {
  const { url } = await serve(createFakeApp());
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const lines = (await response.text()).split('\n');
  const of = '{calibration="cal-1",language="und"}';
  const signal = '{calibration="cal-1",language="und",signal="margin"}';
  expect(lines).toEqual(expect.arrayContaining([
    '# TYPE candor_health gauge', 'candor_health 2', `candor_calibration_health${of} 2`, `candor_calibration_stale${of} 0`, `candor_calibration_recent_runs${of} 50`,
    `candor_signal_stability_index${signal} 0.4`, `candor_signal_alarm${signal} 1`,
    `candor_promise_judged_answers${of} 20`, `candor_promise_wrong_answers${of} 6`, `candor_promise_alpha${of} 0.05`, `candor_promise_alarm${of} 1`,
  ]));
});

test('a workspace without a calibration is well, and a scrape knows nothing of the one before', async () => {
  const app = createFakeApp();
  const healths: WorkspaceHealth[] = [{ ...workspaceHealth, status: 'WATCH', calibrations: [] }, { ...workspaceHealth, status: 'OK', calibrations: [] }];
  app.health = () => Promise.resolve(healths.shift() ?? workspaceHealth);
  const { url } = await serve(app);
  const valuesOf = async () => (await (await fetch(`${url}/metrics`)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(await valuesOf()).toEqual(['candor_health 1']);
  expect(await valuesOf()).toEqual(['candor_health 0']);
  expect((await valuesOf()).length).toBeGreaterThan(8);
});

test('a key sees its own workspace; without one there is nothing to see', async () => {
  const app = createFakeApp({ auth: 'keys' });
  const { url } = await serve(app);
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  expect((await fetch(`${url}/metrics`, authorization('ck_unknown'))).status).toBe(401);
  expect(app.seen.calls).toEqual([]);
  expect((await fetch(`${url}/metrics`, authorization(readerKey))).status).toBe(200);
  expect((await fetch(`${url}/metrics`, authorization(otherKey))).status).toBe(200);
  expect(app.seen.callers.map((caller) => caller.workspaceId)).toEqual([workspaceId, otherWorkspaceId]);
});
