import { describe, expect, test } from 'vitest';
import { blocksOf, chunkOf } from '../support/fake/stored.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const count = (calls: readonly string[], name: string) => calls.filter((call) => call === name).length;

test('every field of documents, versions and chunks resolves from the domain objects', async () => {
  const { data, errors } = await runQuery(
    `{ document(id: "d1") {
    key sourceType semanticType author language accessGroups supersededBy { key } supersededByKey deletedAt
    currentVersion { flags expiresAt chunks(first: 1) { pageInfo { hasNextPage endCursor } nodes {
      id ordinal text sourceSpan { start end } sectionPath omitted details document { id } version { id } duplicates { id document { key } version { id } } } } } } }`,
    { app: createFakeApp() },
  );
  expect(errors).toBeUndefined();
  const {
    id,
    ordinal,
    text,
    sourceSpan,
    sectionPath,
    omitted,
    duplicates: _duplicates,
    documentId,
    versionId,
    ...details
  } = chunkOf('d1-v1');
  const place = { document: { id: documentId }, version: { id: versionId } };
  const duplicates = [{ id: 'c2', document: { key: 'd1.md' }, version: { id: 'd1-v1' } }];
  const chunk = { id, ordinal, text, sourceSpan, sectionPath, omitted, details, ...place, duplicates };
  expect(data).toEqual({
    document: {
      key: 'd1.md',
      sourceType: 'MARKDOWN',
      semanticType: 'policy',
      author: null,
      language: 'en',
      accessGroups: [],
      supersededBy: null,
      supersededByKey: null,
      deletedAt: null,
      currentVersion: {
        flags: [],
        expiresAt: null,
        chunks: { pageInfo: { hasNextPage: true, endCursor: 'c0' }, nodes: [chunk] },
      },
    },
  });
});

test('successors of a page of documents are one call by key; one that is not there is null', async () => {
  const app = createFakeApp();
  const list = {
    ...app.knowledge,
    listDocuments: async () => ({
      nodes: ['d1', 'd2', 'd3'].map((id) => ({ ...documentLike(id), supersededBy: id === 'd2' ? 'lost.md' : 'd9.md' })),
      hasNextPage: false,
      cursors: ['3'],
      endCursor: '3',
    }),
  };
  const { data } = await runQuery('{ documents { nodes { supersededByKey supersededBy { id } } } }', {
    app: { ...app, knowledge: list },
  });
  expect(data).toEqual({
    documents: {
      nodes: [
        { supersededByKey: 'd9.md', supersededBy: { id: 'd9' } },
        { supersededByKey: 'lost.md', supersededBy: null },
        { supersededByKey: 'd9.md', supersededBy: { id: 'd9' } },
      ],
    },
  });
  expect(count(app.seen.calls, 'documentsByKey')).toBe(1);
});

const documentLike = (id: string) =>
  ({
    id,
    key: id,
    title: id,
    url: null,
    state: 'PUBLISHED',
    metadata: {},
    tags: [],
    sourceType: 'MARKDOWN',
    semanticType: null,
    author: null,
    language: null,
    accessGroups: [],
    trust: 'NORMAL',
    deletedAt: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    currentVersionId: `${id}-v1`,
  }) as const;

test('chunks of many versions are one call a page, and two pages are two', async () => {
  const app = createFakeApp();
  await runQuery(
    '{ documents { nodes { currentVersion { a: chunks(first: 5) { nodes { id } } b: chunks(first: 5) { nodes { text } } c: chunks(first: 5, after: "x") { nodes { id } } } } } }',
    { app },
  );
  expect(count(app.seen.calls, 'chunks')).toBe(2);
});

describe('where a citation stands in its source', () => {
  test('is computed from the version, which is loaded once', async () => {
    const app = createFakeApp();
    const { data, errors } = await runQuery(
      '{ ask(input: { question: "answer it" }) { ... on Answer { citations { location { page endPage line endLine } version { id } } } } }',
      { app },
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      ask: { citations: [{ location: { page: null, endPage: null, line: 3, endLine: 7 } }, {}, {}] },
    });
    expect(count(app.seen.calls, 'versions')).toBe(1);
  });

  test('is null, and no fault, when the version is gone', async () => {
    const { data, errors } = await runQuery(
      '{ ask(input: { question: "lost it" }) { ... on Answer { citations { number location { line } } } } }',
      { app: createFakeApp() },
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ ask: { citations: [{ location: { line: 3 } }, { location: null }, {}] } });
  });

  test('and of a passage', async () => {
    const { data } = await runQuery(
      '{ search(input: { query: "x" }) { passages { location { line } chunk { id } duplicates { id } } } }',
      { app: createFakeApp() },
    );
    expect(data).toMatchObject({
      search: { passages: [{ location: { line: 3 }, chunk: null, duplicates: [] }, {}, {}] },
    });
  });
});

describe('mutations', () => {
  test('deleteDocument purges when it is told to', async () => {
    const app = createFakeApp();
    await runQuery(
      'mutation { a: deleteDocument(input: { id: "d1" }) { deletedId } b: deleteDocument(input: { id: "d2", purge: true }) { deletedId } }',
      { app },
    );
    expect(app.seen.requests).toEqual([
      { id: 'd1', purge: false },
      { id: 'd2', purge: true },
    ]);
  });

  test.each([
    ['true', true],
    ['false', false],
    ['null', null],
    [undefined, null],
  ])('setChunkOmitted(omitted: %s)', async (written, expected) => {
    const app = createFakeApp();
    const { data } = await runQuery(
      `mutation { setChunkOmitted(input: { id: "c7"${written === undefined ? '' : `, omitted: ${written}`} }) { chunk { id details } errors { code } } }`,
      { app },
    );
    expect(app.seen.requests).toEqual([{ id: 'c7', omitted: expected }]);
    expect(data).toMatchObject({
      setChunkOmitted: { chunk: { id: 'c7', details: { omitOverride: expected } }, errors: [] },
    });
  });

  test('a document is named by its id or its key, once', async () => {
    const app = createFakeApp();
    const { data, errors } = await runQuery(
      '{ old: document(id: "d1") { id } id: document(by: { id: "d1" }) { id } key: document(by: { key: "d1.md" }) { id } lost: document(by: { key: "lost.md" }) { id } }',
      { app },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ old: { id: 'd1' }, id: { id: 'd1' }, key: { id: 'd1' }, lost: null });
    for (const named of ['document { id }', 'document(id: "d1", by: { id: "d1" }) { id }'])
      expect((await runQuery(`{ ${named} }`, { app })).errors?.[0]).toMatchObject({
        extensions: { code: 'BAD_INPUT' },
      });
  });

  test('a sync deletes by key without a list', async () => {
    const app = createFakeApp();
    const remove = (named: string) =>
      runQuery(`mutation { deleteDocument(input: { ${named} }) { deletedId errors { code field } } }`, { app });
    expect((await remove('by: { key: "d1.md" }')).data).toEqual({ deleteDocument: { deletedId: 'd1', errors: [] } });
    expect((await remove('by: { key: "lost.md" }')).data).toMatchObject({
      deleteDocument: { deletedId: null, errors: [{ code: 'NOT_FOUND' }] },
    });
    expect((await remove('purge: true')).data).toMatchObject({
      deleteDocument: { deletedId: null, errors: [{ code: 'BAD_INPUT', field: 'by' }] },
    });
    expect(app.seen.calls).not.toContain('listDocuments');
  });

  test('setSuccessor names a document, or none', async () => {
    const app = createFakeApp();
    const set = (successor: string) =>
      runQuery(
        `mutation { setSuccessor(input: { documentId: "d1"${successor} }) { document { id supersededSince supersessionBasis supersedes { id } } errors { code } } }`,
        { app },
      );
    const { data } = await set(', successorId: "d2"');
    await set(', successorId: null');
    expect(app.seen.requests.filter((each) => !Array.isArray(each))).toEqual([
      { id: 'd1', successorId: 'd2' },
      { id: 'd1', successorId: null },
    ]);
    expect(data).toEqual({
      setSuccessor: {
        document: { id: 'd1', supersededSince: null, supersessionBasis: null, supersedes: [] },
        errors: [],
      },
    });
  });

  test('setSuccessor names both by their keys, each once', async () => {
    const app = createFakeApp();
    const set = (input: string) =>
      runQuery(`mutation { setSuccessor(input: { ${input} }) { document { id } errors { code field } } }`, { app });
    await set('by: { key: "d1.md" }, successor: { key: "d2.md" }');
    await set('by: { id: "d1" }, successor: null');
    expect(app.seen.requests.filter((each) => !Array.isArray(each))).toEqual([
      { id: 'd1', successorId: 'd2' },
      { id: 'd1', successorId: null },
    ]);
    const faults = [
      ['by: { key: "d1.md" }, successor: { key: "lost.md" }', { code: 'NOT_FOUND' }],
      ['by: { id: "d1" }, successor: { id: "d2" }, successorId: "d2"', { code: 'BAD_INPUT', field: 'successor' }],
      ['successor: { id: "d2" }', { code: 'BAD_INPUT', field: 'by' }],
    ] as const;
    for (const [input, fault] of faults)
      expect((await set(input)).data).toMatchObject({ setSuccessor: { document: null, errors: [fault] } });
  });

  test('restoreDocument gives what it changed', async () => {
    const { data } = await runQuery('mutation { restoreDocument(input: { id: "d1" }) { document { id } } }', {
      app: createFakeApp(),
    });
    expect(data).toEqual({ restoreDocument: { document: { id: 'd1' } } });
  });
});

test('a filter reaches the app with dates as dates and without nulls', async () => {
  const app = createFakeApp();
  const filter = {
    sourceTypes: ['PDF'],
    semanticTypes: ['policy'],
    authors: null,
    languages: ['de'],
    accessGroups: ['hr'],
    keyPrefix: 'hr/',
    updatedAfter: '2025-01-01T00:00:00Z',
    includeSuperseded: false,
  };
  const { errors } = await runQuery('query ($input: SearchInput!) { search(input: $input) { tier } }', {
    app,
    variables: { input: { query: 'x', language: 'de', filter } },
  });
  expect(errors).toBeUndefined();
  const { authors: _authors, ...rest } = filter;
  expect(app.seen.requests).toEqual([
    { query: 'x', language: 'de', filter: { ...rest, updatedAfter: new Date('2025-01-01') }, retrieval: undefined },
  ]);
});

test('blocks of many versions are one call, and come in pages', async () => {
  const app = createFakeApp();
  const whole = 'kind span { start end } text level headingPath certainty doubtful { start end }';
  const query = (page: string, fields = whole) =>
    `{ documents { nodes { currentVersion { blocks(${page}) { pageInfo { hasNextPage endCursor } nodes { ${fields} } } } } } }`;
  const { data, errors } = await runQuery(query('first: 1'), { app });
  expect(errors).toBeUndefined();
  const [heading, table] = blocksOf();
  expect(data).toMatchObject({
    documents: {
      nodes: [
        { currentVersion: { blocks: { pageInfo: { hasNextPage: true, endCursor: 'cDA' }, nodes: [heading] } } },
        {},
      ],
    },
  });
  expect(count(app.seen.calls, 'blocks')).toBe(1);
  expect((await runQuery(query('first: 1, after: "cDA"'), { app })).data).toMatchObject({
    documents: {
      nodes: [
        { currentVersion: { blocks: { pageInfo: { hasNextPage: false, endCursor: 'cDE' }, nodes: [table] } } },
        {},
      ],
    },
  });
  for (const page of ['first: 101', 'first: 0', 'first: 1, after: "x"'])
    expect((await runQuery(query(page, 'kind'), { app })).errors?.[0]).toMatchObject({
      extensions: { code: 'BAD_INPUT' },
    });
});

test('blocks of a version that was stored before they were kept are null', async () => {
  const app = createFakeApp();
  const { data } = await runQuery('{ document(id: "d1") { currentVersion { blocks { nodes { text } } } } }', {
    app: { ...app, knowledge: { ...app.knowledge, blocks: () => Promise.resolve([null]) } },
  });
  expect(data).toEqual({ document: { currentVersion: { blocks: null } } });
});
