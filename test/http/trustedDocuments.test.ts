import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isCandorError } from '../../src/errors.ts';
import { startServer } from '../../src/http/server.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { createFakeApp, otherKey, readerKey } from '../support/fakeApp.ts';
import { post, serve } from '../support/testServer.ts';

const steps = 'subscription { askEvents(input: { question: "answer" }) { __typename } }';
const trusted = { 'query Role': 'query Role { workspace { role } }', steps };
const asReader = { authorization: `Bearer ${readerKey}` };
const refusal = {
  message: 'This operation is not among the trusted documents of this server.',
  extensions: { code: 'FORBIDDEN', remedy: expect.stringContaining('CANDOR_TRUSTED_DOCUMENTS') as unknown },
};

async function manifest(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-trusted-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'manifest.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function serveTrusted(content: unknown = trusted) {
  const app = createFakeApp({ auth: 'keys', trustedDocuments: await manifest(content) });
  return { app, ...(await serve(app)) };
}

describe('over HTTP', () => {
  test('an operation of the manifest runs, whatever its white space and comments', async () => {
    const { url } = await serveTrusted();
    const sent = '# ours\nquery   Role {\n\n  workspace { role, }\n}';
    expect((await post(url, sent, { headers: asReader })).body).toEqual({ data: { workspace: { role: 'READER' } } });
  });

  test('any other is refused before it is validated, also over GET', async () => {
    const { url, app } = await serveTrusted();
    const read = `${url}/graphql?query=${encodeURIComponent('{ workspace { id } }')}`;
    const overGet = await fetch(read, { headers: { ...asReader, 'apollo-require-preflight': 'true' } });
    expect([overGet.status, await overGet.json()]).toMatchObject([403, { errors: [refusal] }]);
    for (const query of ['query Role { workspace { role id } }', '{ noSuchField }', '{ __schema { types { name } } }'])
      expect(await post(url, query, { headers: asReader }), query).toMatchObject({
        status: 403,
        body: { errors: [refusal] },
      });
    expect(app.seen.calls).toEqual([]);
  });

  test('an admin key runs any, and what it leaves by its hash stays closed to others', async () => {
    const { url } = await serveTrusted();
    const query = '{ workspace { id } }';
    const sha256Hash = await digestOf(query);
    const send = async (key: string, text?: string) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: text, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
      });
      return [response.status, await response.json()] as const;
    };
    expect(await send(otherKey, query)).toMatchObject([200, { data: { workspace: {} } }]);
    expect(await send(readerKey)).toMatchObject([403, { errors: [refusal] }]);
  });
});

describe('named by its id', () => {
  const text = trusted['query Role'];
  const send = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json', ...asReader };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
    return [response.status, await response.json()] as const;
  };
  const answered = [200, { data: { workspace: { role: 'READER' } } }];

  test('an operation runs by its key or its SHA-256, with `sha256:` or without, over POST and GET', async () => {
    const { url } = await serveTrusted();
    const hash = await digestOf(text);
    for (const documentId of ['query Role', hash, `sha256:${hash}`]) {
      expect(await send(url, { documentId }), documentId).toEqual(answered);
      const read = await fetch(`${url}/graphql?documentId=${encodeURIComponent(documentId)}`, {
        headers: { ...asReader, 'apollo-require-preflight': 'true' },
      });
      expect([read.status, await read.json()], documentId).toEqual(answered);
    }
  });

  test('a key that is a hash of another kind does too, and a persisted query needs not be registered', async () => {
    const { url } = await serveTrusted({ '0cc175b9c0f1b6a831c399e269772661': text });
    expect(await send(url, { documentId: '0cc175b9c0f1b6a831c399e269772661' })).toEqual(answered);
    const extensions = { persistedQuery: { version: 1, sha256Hash: await digestOf(text) } };
    expect(await send(url, { extensions })).toEqual(answered);
  });

  test('its variables and its operation name are those of the request, also on a stream', async () => {
    const { url } = await serveTrusted();
    const response = await fetch(`${url}/graphql/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...asReader },
      body: JSON.stringify({ documentId: 'steps' }),
    });
    expect(await response.text()).toContain('AskFinished');
    const both = { two: 'query A { workspace { id } } query Role { workspace { role } }' };
    const other = await serveTrusted(both);
    expect(await send(other.url, { documentId: 'two', operationName: 'Role' })).toEqual(answered);
  });

  test('an unknown one is refused with what to do, with a file and without', async () => {
    const { url } = await serveTrusted();
    const refused = (remedy: string) => [
      400,
      {
        errors: [
          {
            message: 'This server has no trusted document “sha256:none”.',
            extensions: {
              code: 'BAD_INPUT',
              remedy: expect.stringContaining(remedy) as unknown,
              details: { field: 'documentId' },
            },
          },
        ],
      },
    ];
    expect(await send(url, { documentId: 'sha256:none' })).toMatchObject(refused('by its key in the file'));
    const open = await serve(createFakeApp({ auth: 'keys' }));
    expect(await send(open.url, { documentId: 'sha256:none' })).toMatchObject(refused('Send the text as query'));
  });

  test('a text beside it counts and is refused like any other', async () => {
    const { url } = await serveTrusted();
    expect(await send(url, { documentId: 'query Role', query: '{ workspace { id } }' })).toMatchObject([
      403,
      { errors: [refusal] },
    ]);
  });
});

describe.each([
  ['graphql-ws', overSocket],
  ['graphql-sse', overStream],
])('over %s', (_name, open) => {
  test('an operation of the manifest runs', async () => {
    const { url } = await serveTrusted();
    const results = await open({ url, ...asReader }, steps).results;
    expect(results.map(({ data }) => data)).toContainEqual({ askEvents: { __typename: 'AskFinished' } });
  });

  test('any other is refused, but not to an admin', async () => {
    const { url } = await serveTrusted();
    const other = steps.replace('"answer"', '"draft"');
    await expect(open({ url, ...asReader }, other).results).rejects.toThrow();
    const results = await open({ url, authorization: `Bearer ${otherKey}` }, other).results;
    expect(results.map(({ data }) => data)).toContainEqual({ askEvents: { __typename: 'AskFinished' } });
  });
});

test('over graphql-ws the refusal has its code', async () => {
  const { url } = await serveTrusted();
  await expect(overSocket({ url, ...asReader }, '{ workspace { id } }').results).rejects.toThrow(/trusted documents/);
});

test('over server-sent events the refusal has its code and status', async () => {
  const { url } = await serveTrusted();
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { ...asReader, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ workspace { id } }' }),
  });
  expect([response.status, await response.json()]).toMatchObject([403, { errors: [refusal] }]);
});

test('Apollo’s manifest is read too', async () => {
  const operations = [{ id: '1', name: 'Role', type: 'query', body: trusted['query Role'] }];
  const { url } = await serveTrusted({ format: 'apollo-persisted-query-manifest', version: 1, operations });
  expect((await post(url, 'query Role { workspace { role } }', { headers: asReader })).status).toBe(200);
});

test.each([
  ['no JSON', '{', /cannot be used/],
  ['a list', ['query Role { workspace { role } }'], /no manifest of operations/],
  ['a syntax error', { broken: 'query {' }, /“broken” .* cannot be parsed/],
  ['a field that is not there', { old: '{ workspace { colour } }' }, /“old” .* does not fit the schema/],
])('%s in the manifest ends the start', async (_name, content, message) => {
  const app = createFakeApp({ auth: 'keys', trustedDocuments: await manifest(content) });
  const fault = await startServer(app, app.config).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isCandorError(fault, 'BAD_CONFIG')).toBe(true);
  expect((fault as Error).message).toMatch(message);
});

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex');
}
