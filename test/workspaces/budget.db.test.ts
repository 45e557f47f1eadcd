import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { createWorkspaces, readSettings, type Workspaces } from '../../src/workspaces/workspaces.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

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

const product = {
  defaults: { maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 },
  ceilings: { maxMillis: 120_000, maxRounds: 5, maxTokens: 200_000 },
};
const stored = async () => (await workspaces.find(id))?.budget;

describe('the budget of a workspace', () => {
  test("is the product's own at first", async () => {
    expect(await stored()).toEqual(product);
    expect((await workspaces.ensure(newId(), 'new')).budget).toEqual(product);
    expect(await readSettings(open.database, newId())).toEqual({
      budget: { defaults: {}, ceilings: {} },
      gate: null,
      wording: null,
      embedder: null,
    });
  });

  test('keeps what a change leaves out; null goes back', async () => {
    expect(
      (await workspaces.setBudget(id, { defaults: { maxRounds: 1, maxTokens: 0 }, ceilings: { maxMillis: 9_000 } }))
        .budget,
    ).toEqual({
      defaults: { maxMillis: 9_000, maxRounds: 1, maxTokens: 0 },
      ceilings: { ...product.ceilings, maxMillis: 9_000 },
    });
    expect((await workspaces.setBudget(id, { defaults: { maxRounds: null } })).budget).toMatchObject({
      defaults: { maxMillis: 9_000, maxRounds: 2, maxTokens: 0 },
    });
    expect(
      (await workspaces.setBudget(id, { ceilings: { maxMillis: null }, defaults: { maxTokens: null } })).budget,
    ).toEqual(product);
  });

  test.each([
    [{ defaults: { maxMillis: 49 } }, 'defaults.maxMillis'],
    [{ defaults: { maxRounds: 6 } }, 'defaults.maxRounds'],
    [{ defaults: { maxTokens: -1 } }, 'defaults.maxTokens'],
    [{ ceilings: { maxMillis: 120_001 } }, 'ceilings.maxMillis'],
    [{ ceilings: { maxRounds: 1.5 } }, 'ceilings.maxRounds'],
    [{ ceilings: { maxTokens: Number.NaN } }, 'ceilings.maxTokens'],
    [{ defaults: { maxRounds: 3 }, ceilings: { maxRounds: 2 } }, 'defaults.maxRounds'],
  ])('%j is refused by name', async (change, field) => {
    await expect(workspaces.setBudget(id, change)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field } });
    expect(await stored()).toEqual(product);
  });

  test('a default and a ceiling that come apart are compared too, and nothing of the change stays', async () => {
    await workspaces.setBudget(id, { defaults: { maxMillis: 8_000 } });
    await expect(
      workspaces.setBudget(id, { defaults: { maxRounds: 1 }, ceilings: { maxMillis: 7_999 } }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field: 'defaults.maxMillis' } });
    expect(await stored()).toEqual({ ...product, defaults: { ...product.defaults, maxMillis: 8_000 } });
    await workspaces.setBudget(id, { ceilings: { maxMillis: 8_000 } });
    await expect(workspaces.setBudget(id, { defaults: { maxMillis: 8_001 } })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });

  test("is one workspace's alone", async () => {
    const other = await newWorkspace(open.database, 'other');
    await workspaces.setBudget(id, { ceilings: { maxRounds: 1 } });
    expect((await workspaces.find(other))?.budget).toEqual(product);
    await expect(workspaces.setBudget(newId(), { ceilings: { maxRounds: 1 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
