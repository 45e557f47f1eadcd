import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import '../setup/provided.ts';
import { createTestDatabase, type TestDatabase } from '../support/nativePostgres.ts';
import { faultKinds } from './faultKinds.ts';
import { openFaultRig, unhurriedMillis, type Ending, type FaultRig } from './faultRig.ts';
import { judgeFault } from './judgeFault.ts';

vi.setConfig({ testTimeout: 90_000 });

let database: TestDatabase;
let rig: FaultRig;
let whole: Ending;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl') ?? '');
  rig = await openFaultRig(database.url);
  whole = await rig.askWhole();
}, 180_000);
afterAll(async () => {
  await rig.close();
  await database.drop();
});

// All kinds: npm run bench faults.
it.each([
  'latency beyond the deadline',
  'connections refused',
  'connections never served',
  'reset in the middle',
  'silent in the middle (half-open)',
  'requests swallowed',
  'a byte of each reply turned round',
  'noise before each reply',
  '20 bytes a second',
])('%s before Postgres: typed and in time, no surer than without, and as before when it is over', async (kind) => {
  const row = await judgeFault(rig, whole, ['postgres', kind, faultKinds[kind] ?? {}], 1);
  expect(row.problems).toEqual([]);
});

it('idle connections that were reset cost no question: another is taken', async () => {
  await rig.ask(unhurriedMillis);
  await rig.begin('postgres', { resetsOpen: true });
  expect(await rig.ask(unhurriedMillis)).toMatchObject({ type: whole.type, code: null });
  await rig.heal('postgres');
});

it('readiness turns when Postgres is away, and back by itself', async () => {
  expect(await rig.isReady()).toBe(true);
  await rig.begin('postgres', { connecting: 'REFUSED', resetsOpen: true });
  expect(await rig.isReady()).toBe(false);
  await rig.heal('postgres');
  await expect.poll(() => rig.isReady(), { timeout: 10_000 }).toBe(true);
});
