import { describe, expect, test } from 'vitest';
import type { Check } from '../../src/app/app.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { serve } from '../support/testServer.ts';

describe('attack 14: /readyz', () => {
  test('turns not-ready within a second of the database being cut, and ready again', async () => {
    const app = createFakeApp();
    let checks: readonly Check[] = app.checks;
    const { url } = await serve({ ...app, doctor: () => Promise.resolve(checks) });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    checks = [{ name: 'database', passed: false, detail: 'gone', remedy: 'Start it.' }];
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 5_000 }).toBe(503);
    checks = app.checks;
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 5_000 }).toBe(200);
  });

  test('answers when a check hangs', async () => {
    const { url } = await serve({ ...createFakeApp(), doctor: () => new Promise<never>(() => undefined) });
    const reply = await fetch(`${url}/readyz`);
    expect([reply.status, await reply.json()]).toMatchObject([
      503,
      { status: 'not ready', failing: [{ name: 'time', remedy: expect.stringContaining('1.5 s') as unknown }] },
    ]);
  });
});
