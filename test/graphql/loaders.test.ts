import { expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const count = (calls: readonly string[], name: string) => calls.filter((call) => call === name).length;

test('documents and versions of a search are one call each, however many passages', async () => {
  const app = createFakeApp();
  const { errors } = await runQuery(
    '{ search(input: { query: "x" }) { passages { document { id currentVersion { id } } version { id } } curated { sources { id } } } }',
    { app },
  );
  expect(errors).toBeUndefined();
  expect(count(app.seen.calls, 'documents')).toBe(1);
  // One for the passages' versions, one for the documents' current versions, which are known a step later; the cache leaves it nothing to ask.
  expect(count(app.seen.calls, 'versions')).toBe(1);
});

test('versions of a page of documents are one call', async () => {
  const app = createFakeApp();
  await runQuery('{ documents { nodes { versions { nodes { id } } currentVersion { id } } } }', { app });
  expect(app.seen.calls).toEqual(['listDocuments', 'versionsOf', 'versions']);
});

test("a page of runs loads all passages' documents in one call", async () => {
  const app = createFakeApp();
  await runQuery('{ runs(first: 2) { nodes { passages { document { id } } } pageInfo { hasNextPage endCursor } } }', {
    app,
  });
  expect(app.seen.calls).toEqual(['runs.list', 'documents']);
});

test('a page of runs reads of their records what is asked for, in a fragment too', async () => {
  const app = createFakeApp();
  await runQuery(
    '{ runs(first: 2) { nodes { id usage { millis } ...Steps } } } fragment Steps on Run { trace ... { result { __typename } } }',
    { app },
  );
  expect(app.seen.requests).toEqual([
    expect.objectContaining({
      options: { without: ['passages', 'candidates'] },
    }),
  ]);
});

test('a citation of a deleted document has none', async () => {
  const { data, errors } = await runQuery(
    '{ ask(input: { question: "lost it" }) { ... on Answer { citations { documentKey document { id } } } } }',
    { app: createFakeApp() },
  );
  expect(errors).toBeUndefined();
  const { citations } = (data as unknown as { ask: { readonly citations: readonly object[] } }).ask;
  expect(citations[0]).toMatchObject({ document: { id: expect.any(String) as string } });
  expect(citations[1]).toMatchObject({ documentKey: expect.any(String) as string, document: null });
});

test('document and run are null where there is none', async () => {
  const { data, errors } = await runQuery('{ document(id: "lost") { id } run(id: "lost") { id } }', {
    app: createFakeApp(),
  });
  expect(errors).toBeUndefined();
  expect(data).toEqual({ document: null, run: null });
});

test('a mutation forgets what was loaded before it', async () => {
  const app = createFakeApp();
  const ingest =
    'ingestDocuments(input: { documents: [{ key: "k", content: { text: "t" } }] }) { results { document { id } } }';
  const { errors } = await runQuery(`mutation { a: ${ingest} b: ${ingest} }`, { app });
  expect(errors).toBeUndefined();
  expect(app.seen.calls).toEqual(['ingest', 'documents', 'ingest', 'documents']);
});
