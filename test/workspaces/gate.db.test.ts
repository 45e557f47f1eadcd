import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { readGate } from '../../src/workspaces/settings.ts';
import { createWorkspaces, readSettings, type Workspaces } from '../../src/workspaces/workspaces.ts';
import { newWorkspace, openTestDatabase, raw, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let workspaces: Workspaces;
let id: string;
beforeAll(async () => {
  open = await openTestDatabase();
  workspaces = createWorkspaces(open.database);
});
beforeEach(async () => {
  id = await newWorkspace(open.database);
});
afterAll(() => open.close());

const stored = async () => [(await workspaces.find(id))?.gate, (await readSettings(open.database, id)).gate];

test('the gate of a workspace is nothing at first, then what was set last, then nothing again', async () => {
  expect(await stored()).toEqual([null, null]);
  for (const gate of ['GENEROUS', 0.05, 0.95, 'STRICT', 0.123_456_789, 'BALANCED', null] as const) {
    expect((await workspaces.setGate(id, gate)).gate).toBe(gate);
    expect(await stored()).toEqual([gate, gate]);
  }
});

test.each([0, 0.049, 0.951, 1, -1, 45, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is refused with the range and what to do, and nothing has changed',
  async (gate) => {
    await workspaces.setGate(id, 'STRICT');
    await expect(workspaces.setGate(id, gate)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'gate must be a confidence from 0.05 to 0.95.',
      details: { field: 'gate' },
      remedy: 'Give STRICT, BALANCED or GENEROUS, or a number from 0.05 to 0.95.',
    });
    expect(await stored()).toEqual(['STRICT', 'STRICT']);
  },
);

test("it is one workspace's alone, and stands beside the budget", async () => {
  const other = await newWorkspace(open.database, 'other');
  await workspaces.setBudget(id, { ceilings: { maxRounds: 1 } });
  expect(await workspaces.setGate(id, 0.3)).toMatchObject({ gate: 0.3, budget: { ceilings: { maxRounds: 1 } } });
  expect((await workspaces.find(other))?.gate).toBeNull();
  await expect(workspaces.setGate(newId(), 0.3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the database holds no gate that is none', async () => {
  for (const [caution, from] of [
    ['BOLD', null],
    [null, 1.5],
    [null, Number.NaN],
    ['STRICT', 0.5],
  ] as const) {
    const update = raw('update workspace set gate_caution = $2, gate_from = $3 where workspace_id = $1');
    await expect(
      open.database.inWorkspace(id, (transaction) => transaction.query(update, [id, caution, from])),
    ).rejects.toMatchObject({ details: { sqlState: '23514' } });
  }
});

test('people write it in any case, or as a number', () => {
  expect(['strict', 'Balanced', 'GENEROUS', '0.4', '.4', '7'].map(readGate)).toEqual([
    'STRICT',
    'BALANCED',
    'GENEROUS',
    0.4,
    0.4,
    7,
  ]);
  for (const text of ['', 'bold', '-0.4', '40 %', '0,4', '0x1', '1e-1', 'NaN']) expect(readGate(text)).toBeUndefined();
});
