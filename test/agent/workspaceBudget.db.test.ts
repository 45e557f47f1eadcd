import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AskRequest } from '../../src/agent/state/request.ts';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openOwnDatabase, openTestApp, type OpenTestApp } from '../support/database.ts';
import { drain } from './drain.ts';

let open: OpenTestApp;
let app: App;
let admin: Caller;
beforeAll(async () => {
  open = await openTestApp();
  app = open.app;
});
beforeEach(async () => {
  admin = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(admin.workspaceId, 'budget');
});
afterAll(() => open.close());

/** The run that a question leaves behind. */
async function runOf(request: Partial<AskRequest> = {}) {
  const events = await drain(app.ask(admin, { question: 'How long does a refund take?', ...request }));
  return (await app.runs.find(admin, events[0]!.runId))!;
}
const budgetOf = async (request?: Partial<AskRequest>) => (await runOf(request)).budget;

test("a question takes its own limits, else the workspace's, else the preset's, else the product's, and none beyond the ceiling", async () => {
  expect(await budgetOf()).toEqual({ maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 });
  expect(await budgetOf({ preset: 'AGENTIC' })).toEqual({ maxMillis: 2_500, maxRounds: 3, maxTokens: 20_000 });

  // A change holds at once: the next question of the same process has it.
  await app.knowledge.setBudget(admin, {
    defaults: { maxRounds: 1, maxTokens: 500 },
    ceilings: { maxMillis: 4_000, maxRounds: 4 },
  });
  expect(await budgetOf()).toEqual({ maxMillis: 4_000, maxRounds: 1, maxTokens: 500 });
  expect(await budgetOf({ preset: 'AGENTIC' })).toEqual({ maxMillis: 2_500, maxRounds: 1, maxTokens: 500 });
  expect(await budgetOf({ budget: { maxMillis: 3_000, maxRounds: 3, maxTokens: 0 } })).toEqual({
    maxMillis: 3_000,
    maxRounds: 3,
    maxTokens: 0,
  });
  expect(await budgetOf({ budget: { maxMillis: 100_000, maxRounds: 5, maxTokens: 1_000_000 } })).toEqual({
    maxMillis: 4_000,
    maxRounds: 4,
    maxTokens: 200_000,
  });
});

test('a number below the range is BAD_INPUT before the first event, whatever the workspace allows', async () => {
  await app.knowledge.setBudget(admin, { defaults: { maxRounds: 1 } });
  await expect(
    (async () => drain(app.ask(admin, { question: 'Why?', budget: { maxRounds: 0 } })))(),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field: 'budget.maxRounds' } });
});

test('a repetition keeps the budget its run had; what it changes is cut to what the workspace allows by now', async () => {
  const { id, budget } = await runOf({ budget: { maxRounds: 3 } });
  await app.knowledge.setBudget(admin, { defaults: { maxTokens: 7 }, ceilings: { maxMillis: 5_000, maxRounds: 1 } });

  expect((await app.runs.replay(admin, id, {})).run.budget).toEqual(budget);
  expect((await app.runs.replay(admin, id, { budget: { maxMillis: 60_000 } })).run.budget).toEqual({
    ...budget,
    maxMillis: 5_000,
  });
});

test('another workspace is not bound, and only an ADMIN sets a budget', async () => {
  await app.knowledge.setBudget(admin, { ceilings: { maxRounds: 1 } });
  await expect(
    app.knowledge.setBudget({ ...admin, role: 'EDITOR' }, { ceilings: { maxRounds: 5 } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await budgetOf()).toMatchObject({ maxRounds: 1 });
  const other: Caller = { ...admin, workspaceId: newId() };
  await app.workspaces.ensure(other.workspaceId, 'other');
  expect((await app.workspaces.find(other.workspaceId))?.budget.ceilings.maxRounds).toBe(5);
});

test('any role lists aliases; saving and deleting one needs EDITOR', async () => {
  const reader: Caller = { ...admin, role: 'READER' };
  await expect(app.knowledge.saveAlias(reader, { term: 'a', synonyms: ['b'] })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const { id } = await app.knowledge.saveAlias({ ...admin, role: 'EDITOR' }, { term: 'a', synonyms: ['b'] });
  await expect(app.knowledge.deleteAlias(reader, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await app.knowledge.listAliases(reader, { first: 10 })).nodes).toMatchObject([{ id, term: 'a' }]);
});

test('a database that does not answer ends the run with an event, as anywhere in the loop', async () => {
  const gone = await openTestApp({}, await openOwnDatabase());
  await gone.close();
  expect(await drain(gone.app.ask(admin, { question: 'Why?' }))).toMatchObject([
    { type: 'Failed', sequence: 0, code: 'DATABASE_UNREACHABLE' },
  ]);
});
