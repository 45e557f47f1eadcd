import { describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { post, serve, until } from '../support/testServer.ts';

const deep = `{ run(id: "r") { passages { ${'document { versions { nodes { id } } currentVersion { id } } '.repeat(1)} } } }`;

async function raw(url: string, init: RequestInit): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test.each([
  ['as curl sends it', {}],
  ['with the header of the preflight', { 'apollo-require-preflight': 'true' }],
  ['for a stream of events', { accept: 'text/event-stream' }],
])('files sent to GraphQL are told where files go: %s', async (_name, headers) => {
  const { url } = await serve(createFakeApp());
  const form = new FormData();
  form.set('operations', '{"query":"{__typename}"}');
  form.set('map', '{}');
  const { status, text } = await raw(`${url}/graphql`, { method: 'POST', body: form, headers });
  const { errors } = JSON.parse(text) as { errors: [{ extensions: { code: string; remedy: string } }] };
  expect([status, errors[0].extensions.code]).toEqual([415, 'BAD_INPUT']);
  expect(errors[0].extensions.remedy).toContain('/uploads');
});

describe('bad requests are answered as JSON in GraphQL form', () => {
  const json = { 'content-type': 'application/json' };
  test.each([
    ['bad JSON', { method: 'POST', headers: json, body: '{ "query": ' }, 400],
    [
      'a body of 13 MB',
      { method: 'POST', headers: json, body: JSON.stringify({ query: '#'.repeat(13_000_000) }) },
      413,
    ],
    ['no query', { method: 'POST', headers: json, body: '{}' }, 400],
    ['a batch', { method: 'POST', headers: json, body: '[]' }, 400],
    [
      'a form',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{ "query": "{ __typename }" }' },
      400,
    ],
    [
      'an unknown charset',
      { method: 'POST', headers: { 'content-type': 'application/json; charset=x-none' }, body: '{}' },
      415,
    ],
    ['a syntax error', { method: 'POST', headers: json, body: '{ "query": "{" }' }, 400, 'GRAPHQL_PARSE_FAILED'],
    [
      'an unknown field',
      { method: 'POST', headers: json, body: '{ "query": "{ nothing }" }' },
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'too many tokens',
      { method: 'POST', headers: json, body: JSON.stringify({ query: `{ workspace { ${'id '.repeat(2001)} } }` }) },
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'too many aliases',
      {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          query: `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: __typename w${index}: workspace { id }`).join(' ')} }`,
        }),
      },
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'too many questions',
      {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          query: `{ ${Array.from({ length: 6 }, (_, index) => `a${index}: ask(input: { question: "answer" }) { __typename }`).join(' ')} }`,
        }),
      },
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a bad variable',
      {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          query: 'query ($i: AskInput!) { ask(input: $i) { __typename } }',
          variables: { i: {} },
        }),
      },
      400,
    ],
  ])('%s', async (_name, init, status, code = 'BAD_INPUT') => {
    const app = createFakeApp();
    const { url } = await serve(app);
    const answer = await raw(`${url}/graphql`, init);
    expect(answer).toMatchObject({
      status,
      type: expect.stringMatching(/^application\/json; charset=utf-8/) as unknown,
    });
    const { errors } = JSON.parse(answer.text) as { errors: { message: string; extensions: object }[] };
    expect(errors[0]).toMatchObject({
      message: expect.any(String) as unknown,
      extensions: { code, remedy: expect.any(String) as unknown },
    });
    expect(answer.text).not.toMatch(/node_modules|stacktrace/);
    expect(app.seen.calls).toEqual([]);
  });
});

test('limits hold on graphql-ws and graphql-sse too', async () => {
  const { url } = await serve(createFakeApp());
  const questions = `{ ${Array.from({ length: 6 }, (_, index) => `a${index}: ask(input: { question: "answer" }) { __typename }`).join(' ')} }`;
  const tokens = `{ workspace { ${'id '.repeat(2001)} } }`;
  for (const query of [questions, tokens]) {
    await expect(overSocket({ url }, query).results).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
  }
  expect(JSON.stringify((await overStream({ url }, questions).results)[0])).toContain('GRAPHQL_VALIDATION_FAILED');
  await expect(overStream({ url }, tokens).results).rejects.toThrow('400');
});

test('unknown faults are masked on every door', async () => {
  const { url } = await serve(createFakeApp());
  const crash = '{ ask(input: { question: "crash" }) { __typename } }';
  const answers = [
    (await post(url, crash)).body,
    (await overSocket({ url }, crash).results)[0],
    (await overStream({ url }, crash).results)[0],
  ];
  for (const answer of answers) {
    expect(answer?.errors?.[0]).toMatchObject({ path: ['ask'], extensions: { code: 'INTERNAL' } });
    expect(JSON.stringify(answer)).not.toMatch(/secret|TypeError/);
  }
});

test('depth: useful requests pass, and variables of 11 MB reach the app', async () => {
  const app = createFakeApp();
  const { url } = await serve(app);
  expect((await post(url, deep)).status).toBe(200);
  const query =
    'mutation ($text: String!) { ingestDocuments(input: { documents: [{ key: "k", content: { text: $text } }] }) { results { status } } }';
  expect((await post(url, query, { variables: { text: 'x'.repeat(11_000_000) } })).body).toEqual({
    data: { ingestDocuments: { results: [{ status: 'CREATED' }] } },
  });
});

test('a request id is echoed and logged, and made when there is none or it is not plain', async () => {
  const lines: string[] = [];
  const { url } = await serve({ ...createFakeApp(), log: createLog('debug', (line) => lines.push(line)) });
  const id = async (given?: string) =>
    (await fetch(`${url}/healthz`, { headers: given ? { 'x-request-id': given } : {} })).headers.get('x-request-id');
  expect(await id('abc-123')).toBe('abc-123');
  expect(await id('a b"c')).toMatch(/^[\da-f-]{36}$/);
  expect(await id()).toMatch(/^[\da-f-]{36}$/);
  await until(() => lines.some((line) => line.includes('abc-123')));
});

test('every response carries security headers and none allows another origin', async () => {
  const { url } = await serve(createFakeApp());
  for (const path of ['/', '/graphiql', '/healthz', '/nowhere', '/graphql?query={__typename}']) {
    const { headers } = await fetch(`${url}${path}`);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  }
});

test('health, readiness with a cache, pages and a missing page', async () => {
  const app = createFakeApp();
  const { url } = await serve(app);
  expect(await raw(`${url}/healthz`, {})).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(await raw(`${url}/readyz`, {})).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  await fetch(`${url}/readyz`);
  expect(app.seen.calls).toEqual(['doctor']);
  expect(await raw(`${url}/`, {})).toMatchObject({ type: 'text/html; charset=utf-8' });
  expect(await raw(`${url}/nowhere`, {})).toMatchObject({
    status: 404,
    text: expect.stringContaining('NOT_FOUND') as unknown,
  });
});

test('a part that is left out for a while leaves it ready, and is named with the time', async () => {
  const app = createFakeApp();
  const until = new Date('2026-05-04T12:00:00Z');
  app.checks = [{ name: 'chat model', passed: true, detail: 'too slow', remedy: null, until }];
  const { url } = await serve(app);
  const { status, text } = await raw(`${url}/readyz`, {});
  expect({ status, body: JSON.parse(text) as unknown }).toEqual({
    status: 200,
    body: { status: 'ready', without: [{ name: 'chat model', until: until.toISOString() }] },
  });
});

test('a failing check makes it unready and shows no detail; the chat model alone does not', async () => {
  const app = createFakeApp();
  app.checks = [
    { name: 'database', passed: false, detail: 'postgres://user:secret@db', remedy: 'Start it.' },
    { name: 'chat model', passed: false, detail: '', remedy: null },
  ];
  const { url } = await serve(app);
  const { status, text } = await raw(`${url}/readyz`, {});
  expect({ status, body: JSON.parse(text) as unknown }).toEqual({
    status: 503,
    body: { status: 'not ready', failing: [{ name: 'database', remedy: 'Start it.' }] },
  });
});
