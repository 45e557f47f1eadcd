import { expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

test('a curated answer shows what became of its sources, and those that are gone are left out of them', async () => {
  const { data, errors } = await runQuery(
    `{ curatedAnswers(filter: { stale: true, expired: null }) {
    nodes { id stale expiresAt sources { id } staleSources { documentId document { id } reason changedAt } } pageInfo { hasNextPage endCursor } } }`,
    { app: createFakeApp() },
  );
  expect(errors).toBeUndefined();
  expect(JSON.parse(JSON.stringify(data))).toEqual({
    curatedAnswers: {
      nodes: [
        {
          id: 'ca1',
          stale: true,
          expiresAt: null,
          sources: [{ id: 'd1' }, { id: 'd2' }],
          staleSources: [
            { documentId: 'lost-1', document: null, reason: 'DELETED', changedAt: null },
            { documentId: 'd2', document: { id: 'd2' }, reason: 'CHANGED', changedAt: '2025-06-01T00:00:00.000Z' },
          ],
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: 'ca1' },
    },
  });
});

test('page and filter reach the app without nulls', async () => {
  const app = createFakeApp();
  await runQuery('{ curatedAnswers(first: 3, after: "x", filter: { stale: false, expired: null }) { nodes { id } } }', {
    app,
  });
  expect(app.seen.requests).toEqual([{ page: { first: 3, after: 'x' }, filter: { stale: false } }]);
});

test('saving passes the expiry on, and confirming the id', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(
    `mutation { saveCuratedAnswer(input: { question: "q", answer: "a", expiresAt: "2030-01-01T00:00:00Z" }) { curatedAnswer { expiresAt } } confirmCuratedAnswer(input: { id: "ca7" }) { curatedAnswer { id } } }`,
    { app },
  );
  expect(errors).toBeUndefined();
  expect(JSON.parse(JSON.stringify(data))).toEqual({
    saveCuratedAnswer: { curatedAnswer: { expiresAt: '2030-01-01T00:00:00.000Z' } },
    confirmCuratedAnswer: { curatedAnswer: { id: 'ca7' } },
  });
  expect(app.seen.requests).toContain('ca7');
});
