import { expect, test } from 'vitest';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const replay = `mutation ($input: ReplayRunInput!) { replayRun(input: $input) { errors { code }
  same changedDocuments changes run { id trace usage { cost } } } }`;

test('replayRun gives every field, for any role, and hands on what is overridden', async () => {
  const app = createFakeApp();
  const caller = await app.keys.authenticate(readerKey);
  const overrides = {
    versions: 'TODAY',
    preset: 'NAIVE',
    caution: 'STRICT',
    budget: { maxRounds: 1, maxTokens: null },
    retrieval: { topK: 3, rrfK: null },
    filter: { tags: ['labels'], keyPrefix: null },
  };
  const { data, errors } = await runQuery(replay, { app, caller, variables: { input: { id: 'run-1', overrides } } });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    replayRun: {
      errors: [],
      same: false,
      changedDocuments: ['d1.md'],
      changes: [{ path: 'result.text', before: '"a"', after: null }],
      run: {
        id: 'run-2',
        trace: expect.objectContaining({
          budget: { maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 },
          prompts: [],
          searches: [],
          version: 1,
        }) as unknown,
        usage: { cost: null },
      },
    },
  });
  expect(app.seen.requests).toEqual([
    {
      id: 'run-1',
      overrides: {
        versions: 'TODAY',
        preset: 'NAIVE',
        caution: 'STRICT',
        budget: { maxRounds: 1 },
        retrieval: { topK: 3 },
        filter: { tags: ['labels'] },
      },
    },
  ]);
  expect(app.seen.callers).toEqual([caller]);
});

test('without overrides nothing is changed', async () => {
  const app = createFakeApp();
  expect((await runQuery(replay, { app, variables: { input: { id: 'run-1' } } })).errors).toBeUndefined();
  expect(app.seen.requests).toEqual([{ id: 'run-1', overrides: {} }]);
});

test('what the caller may not read is NOT_FOUND', async () => {
  const { data } = await runQuery(replay, { app: createFakeApp(), variables: { input: { id: 'lost-1' } } });
  const nothing = { same: null, changedDocuments: null, changes: null, run: null };
  expect(data).toEqual({ replayRun: { ...nothing, errors: [{ code: 'NOT_FOUND' }] } });
});

test('it counts among the costly fields of a request', async () => {
  const fields = Array.from(
    { length: 6 },
    (_, index) => `r${index}: replayRun(input: { id: "r" }) { errors { code } }`,
  );
  const { errors } = await runQuery(`mutation { ${fields.join(' ')} }`, { app: createFakeApp() });
  expect(errors?.[0]?.message).toMatch(/^6 questions, searches, explanations and ingestions/);
});
