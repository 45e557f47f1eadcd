import { expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const plain = (data: unknown) => JSON.parse(JSON.stringify(data)) as unknown;

test('a workspace tells what its questions may spend', async () => {
  const { data, errors } = await runQuery('{ workspace { budget { defaults { maxMillis maxRounds maxTokens } ceilings { maxMillis maxRounds maxTokens } } } }', { app: createFakeApp() });
  expect(errors).toBeUndefined();
  expect(plain(data)).toEqual({ workspace: { budget: { defaults: { maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 }, ceilings: { maxMillis: 120_000, maxRounds: 5, maxTokens: 200_000 } } } });
});

test('a change of the budget reaches the app as it was given: null is a limit taken back, what is left out stays', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery('mutation { setWorkspaceBudget(input: { defaults: { maxRounds: 1, maxTokens: null }, ceilings: null }) { budget { defaults { maxRounds } } } }', { app });
  expect(errors).toBeUndefined();
  expect(plain(app.seen.requests)).toEqual([{ defaults: { maxRounds: 1, maxTokens: null } }]);
  expect(plain(data)).toEqual({ setWorkspaceBudget: { budget: { defaults: { maxRounds: 1 } } } });
});

test('aliases are listed by pages', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery('{ aliases(first: 3, after: "x") { nodes { id term synonyms createdAt updatedAt } pageInfo { hasNextPage endCursor } } }', { app });
  expect(errors).toBeUndefined();
  expect(app.seen.requests).toEqual([{ first: 3, after: 'x' }]);
  expect(plain(data)).toEqual({ aliases: {
    nodes: [{ id: 'alias of holiday', term: 'holiday', synonyms: ['annual leave'], createdAt: '2025-06-01T00:00:00.000Z', updatedAt: '2025-06-01T00:00:00.000Z' }],
    pageInfo: { hasNextPage: true, endCursor: 'a1' },
  } });
});

test('an alias is saved and deleted; a fault has its code', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery('mutation { saveAlias(input: { term: "PTO", synonyms: ["leave", "holiday"] }) { term synonyms } deleteAlias(id: "PTO") { deletedId } }', { app });
  expect(errors).toBeUndefined();
  expect(plain(data)).toEqual({ saveAlias: { term: 'PTO', synonyms: ['leave', 'holiday'] }, deleteAlias: { deletedId: 'alias of PTO' } });
  const refused = await runQuery('mutation { deleteAlias(id: "lost") { deletedId } }', { app });
  expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
});

test('a hundred aliases with their synonyms are within the cost of a request', async () => {
  const { errors } = await runQuery('{ aliases(first: 100) { nodes { id term synonyms createdAt updatedAt } } }', { app: createFakeApp() });
  expect(errors).toBeUndefined();
});
