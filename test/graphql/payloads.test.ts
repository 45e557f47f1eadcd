import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const ask = (question: string) =>
  `mutation { ask(input: { question: "${question}" }) { outcome { __typename ... on Outcome { id } } errors { code message remedy field } } }`;

describe('a mutation', () => {
  it('takes one input and gives a payload with errors', () => {
    const mutations = Object.values(buildSchema().getMutationType()?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(20);
    for (const { name, args, type } of mutations) {
      const upper = name.charAt(0).toUpperCase() + name.slice(1);
      expect(String(type)).toMatch(/Payload$/);
      const payload = getNamedType(type);
      expect(isObjectType(payload) && String(payload.getFields()['errors']?.type)).toBe('[UserError!]!');
      expect(args.map((arg) => `${arg.name}: ${String(arg.type)}`)).toEqual(
        name === 'deactivateCalibrations' ? [] : [`input: ${upper}Input!`],
      );
    }
  });

  it('gives what the caller can correct as data, with the field', async () => {
    const { data, errors } = await runQuery(ask('invalid'), { app: createFakeApp() });
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      ask: {
        outcome: null,
        errors: [
          {
            code: 'BAD_INPUT',
            message: 'question must have 1 to 2,000 characters',
            remedy: 'Correct the named field and send the request again.',
            field: 'question',
          },
        ],
      },
    });
  });

  it.each(['fail', 'crash'])('that fails otherwise ("%s") is a GraphQL error', async (question) => {
    const { data, errors } = await runQuery(ask(question), { app: createFakeApp() });
    expect(data).toEqual({ ask: null });
    expect(errors?.[0]).toMatchObject({ path: ['ask'], extensions: { code: expect.any(String) as unknown } });
  });

  it('that the role does not allow is a GraphQL error', async () => {
    const app = createFakeApp();
    const { errors } = await runQuery(
      'mutation { ingestDocuments(input: { documents: [{ key: "k", content: { text: "t" } }] }) { errors { code } } }',
      { app, caller: await app.keys.authenticate(readerKey) },
    );
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  });

  it('does not stop the ones beside it', async () => {
    const { data, errors } = await runQuery(
      'mutation { a: deleteAlias(input: { id: "lost" }) { deletedId errors { code } } b: deleteAlias(input: { id: "PTO" }) { deletedId errors { code } } }',
      { app: createFakeApp() },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      a: { deletedId: null, errors: [{ code: 'NOT_FOUND' }] },
      b: { deletedId: 'alias of PTO', errors: [] },
    });
  });

  it('ask answers like the query, for a key that may only read', async () => {
    const app = createFakeApp();
    const caller = await app.keys.authenticate(readerKey);
    const { data, errors } = await runQuery(ask('answer it'), { app, caller });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ ask: { outcome: { __typename: 'Answer', id: 'run-1' }, errors: [] } });
  });

  it('counts among the costly fields when it asks', async () => {
    const fields = Array.from(
      { length: 6 },
      (_, index) => `a${index}: ask(input: { question: "x" }) { errors { code } }`,
    );
    const { errors } = await runQuery(`mutation { ${fields.join(' ')} }`, { app: createFakeApp() });
    expect(errors?.[0]?.message).toMatch(/^6 questions/);
  });
});

it('a document takes a text or an address, never both and never neither', async () => {
  const app = createFakeApp();
  const ingest = async (content: object) =>
    runQuery(
      'mutation ($content: DocumentContentInput!) { ingestDocuments(input: { documents: [{ key: "k", content: $content }] }) { job { id } results { key } } }',
      { app, variables: { content } },
    );
  for (const content of [{}, { text: 'a', fetchUrl: 'https://example.com' }, { text: null }])
    expect((await ingest(content)).errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } });
  expect(app.seen.calls).toEqual([]);
  expect((await ingest({ text: 't' })).data).toEqual({ ingestDocuments: { job: null, results: [{ key: 'k' }] } });
  expect((await ingest({ fetchUrl: 'https://example.com' })).data).toEqual({
    ingestDocuments: { job: { id: 'job-1' }, results: [] },
  });
  expect(app.seen.requests.at(-1)).toEqual([{ key: 'k', fetchUrl: 'https://example.com' }]);
});

it('an error of a document has a code of the closed set, whatever is stored', async () => {
  const app = createFakeApp();
  const failed = { key: 'k', status: 'FAILED', documentId: null, versionId: null } as const;
  const fault = new CandorError('DOCUMENT_CORRUPT', 'It is damaged.');
  const errors = [
    { code: fault.code, message: fault.message, remedy: fault.remedy },
    { code: 'OF_A_LATER_VERSION', message: '?', remedy: '?' },
  ];
  const { data } = await runQuery(
    'mutation { ingestDocuments(input: { documents: [{ key: "k", content: { text: "t" } }] }) { results { error { code field } } } }',
    {
      app: {
        ...app,
        ingest: async () => ({
          results: errors.map((error) => ({ ...failed, error })),
          createdCount: 0,
          updatedCount: 0,
          unchangedCount: 0,
          failedCount: 2,
          timings: { totalMillis: 0, parseMillis: 0, chunkMillis: 0, embedMillis: 0, storeMillis: 0 },
        }),
      },
    },
  );
  expect(data).toEqual({
    ingestDocuments: {
      results: [{ error: { code: 'DOCUMENT_CORRUPT', field: null } }, { error: { code: 'SERVER_FAULT', field: null } }],
    },
  });
});
