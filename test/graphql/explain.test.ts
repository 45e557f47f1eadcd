import { expect, test } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const explain = `query ($runId: ID!, $documentId: ID!) { explainMiss(runId: $runId, documentId: $documentId) {
  reason message document { key } standsFor { id document { key } } trace } }`;

test('explainMiss gives every field from the domain object', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(explain, { app, variables: { runId: 'run-1', documentId: 'd1' } });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    explainMiss: {
      reason: 'NOT_RETRIEVED',
      message: 'Neither arm took it.',
      document: { key: 'd1.md' },
      standsFor: null,
      trace: {
        version: 1,
        versionId: 'd1-v1',
        cited: false,
        query: 'How?',
        rank: null,
        kept: null,
        distance: 0.75,
        vector: { rank: 57, rawScore: 0.25, candidates: 30 },
        keyword: { rank: null, rawScore: null, candidates: 30 },
        unmet: [],
        degraded: [],
        omitReasons: [],
      },
    },
  });
  expect(app.seen.requests[0]).toEqual({ runId: 'run-1', documentId: 'd1' });
});

test("what the caller may not see is null, without an error, and is asked with the caller's own rights", async () => {
  const app = createFakeApp();
  const caller = await app.keys.authenticate(readerKey);
  expect(await runQuery(explain, { app, caller, variables: { runId: newId(), documentId: 'lost-1' } })).toEqual({
    data: { explainMiss: null },
  });
  expect(app.seen.callers).toEqual([caller]);
});

test('it counts among the costly fields of a request', async () => {
  const fields = Array.from(
    { length: 6 },
    (_, index) => `m${index}: explainMiss(runId: "r", documentId: "d") { reason }`,
  );
  const { errors } = await runQuery(`{ ${fields.join(' ')} }`, { app: createFakeApp() });
  expect(errors?.[0]?.message).toMatch(/^6 questions, searches, explanations and ingestions/);
});

test('a search and a run tell their settings, conditions and distances', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(
    '{ search(input: { query: "x" }) { passages { trace } trace } run(id: "run-1") { passages { trace } trace } }',
    { app },
  );
  expect(errors).toBeUndefined();
  const told = {
    version: 1,
    settings: presets.CANDOR.settings,
    appliedFilters: expect.arrayContaining([
      { condition: 'VISIBLE_AT', values: [], instant: '2025-06-01T00:00:00.000Z' },
      { condition: 'TAGS', values: ['labels'], instant: null },
    ]) as unknown,
  };
  const trace = { version: 1, distance: 0.5, vector: { contribution: 0.25 }, adjustments: [], rerank: null };
  expect(data).toMatchObject({
    search: {
      trace: { ...told, timings: { analyse: 1, embed: 2, vector: 3, keyword: 4, read: 5, total: 6 } },
      passages: [{ trace }, { trace }, { trace }],
    },
    run: { trace: { ...told, asOf: '2025-06-01T00:00:00.000Z', queries: ['How?'] }, passages: [{ trace }, { trace }] },
  });
});
