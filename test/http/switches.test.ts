import { describe, expect, test } from 'vitest';
import { overSocket, overStream } from '../support/clients.ts';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { post, serve } from '../support/testServer.ts';

const schemaQuery = '{ __schema { types { name } } }';
const guess = '{ worksp { id } }';

describe('attack 14: introspection can be switched off', () => {
  test('on every door, with the suggestions that give names away', async () => {
    const { url } = await serve(createFakeApp({ introspection: false }));
    for (const query of [schemaQuery, '{ __type(name: "Query") { name } }']) {
      expect((await post(url, query)).body).toMatchObject({
        errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
      });
      await expect(overSocket({ url }, query).results).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
      expect(JSON.stringify((await overStream({ url }, query).results)[0])).toContain('GRAPHQL_VALIDATION_FAILED');
    }
    expect((await post(url, guess)).body.errors?.[0]?.message).toBe('Cannot query field "worksp" on type "Query".');
    await expect(overSocket({ url }, guess).results).rejects.not.toThrow(/Did you mean|graphiql/);
    expect((await post(url, '{ workspace { __typename } }')).body).toEqual({
      data: { workspace: { __typename: 'Workspace' } },
    });
  });

  test('a wrong argument, a wrong enum and a wrong field of an input suggest nothing either', async () => {
    const { url } = await serve(createFakeApp({ introspection: false }));
    for (const query of [
      '{ document(idd: "x") { id } }',
      '{ ask(input: { question: "q", preset: NAIV }) { __typename } }',
      '{ ask(input: { questio: "q" }) { __typename } }',
      '{ ask(input: { question: "q" }) { ... on Answe { text } } }',
    ]) {
      const { errors } = (await post(url, query)).body;
      expect(errors?.length).toBeGreaterThan(0);
      expect(JSON.stringify(errors)).not.toContain('Did you mean');
    }
    const { errors } = (
      await post(url, 'query ($input: AskInput!) { ask(input: $input) { __typename } }', {
        variables: { input: { question: 'q', presett: 'NAIVE' } },
      })
    ).body;
    expect(JSON.stringify(errors)).not.toContain('Did you mean');
  });

  test('by default both are there', async () => {
    const { url } = await serve(createFakeApp());
    expect((await post(url, schemaQuery)).status).toBe(200);
    expect((await post(url, guess)).body.errors?.[0]?.message).toContain('Did you mean "workspace"');
  });
});

test('attack 14: GraphiQL can be switched off', async () => {
  const { url } = await serve(createFakeApp({ graphiql: false }));
  expect((await fetch(`${url}/graphiql`)).status).toBe(404);
  expect(await (await fetch(url)).text()).not.toContain('graphiql');
  expect(JSON.stringify(await (await fetch(`${url}/nowhere`)).json())).not.toContain('graphiql');
});

describe('pages of other origins', () => {
  const origin = 'https://app.example.com';
  const preflight = (url: string, from: string) =>
    fetch(`${url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const cors = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control'));

  test('are allowed by name: the preflight brings no key, the request does', async () => {
    const app = createFakeApp({ auth: 'keys', corsOrigins: [origin] });
    const { url } = await serve(app);
    const asked = await preflight(url, origin);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    expect(asked.headers.get('vary')).toContain('Origin');
    const answered = await post(url, '{ workspace { role } }', {
      headers: { origin, authorization: `Bearer ${readerKey}` },
    });
    expect([
      answered.status,
      answered.headers.get('access-control-allow-origin'),
      answered.headers.get('access-control-expose-headers'),
    ]).toEqual([200, origin, 'Retry-After, X-Request-Id']);
    const refused = await post(url, '{ workspace { role } }', { headers: { origin } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    expect(app.seen.callers).toEqual([]);
  });

  test('that are not named get no leave, and no answer without a key', async () => {
    const { url } = await serve(createFakeApp({ auth: 'keys', corsOrigins: [origin] }));
    for (const other of [
      'https://evil.example',
      'https://app.example.com.evil.example',
      'http://app.example.com',
      'null',
    ]) {
      const asked = await preflight(url, other);
      expect([asked.status, cors(asked.headers)]).toEqual([401, []]);
    }
  });

  test('by default none is', async () => {
    const { url } = await serve(createFakeApp({ auth: 'keys' }));
    const asked = await preflight(url, origin);
    expect([asked.status, cors(asked.headers)]).toEqual([401, []]);
  });

  test('open a WebSocket only if they are named, or were served from here', async () => {
    const { url } = await serve(createFakeApp({ auth: 'keys', corsOrigins: [origin] }));
    const { host } = new URL(url);
    const results = (headers: Record<string, string>) =>
      overSocket({ url, headers, authorization: `Bearer ${readerKey}` }, '{ workspace { role } }').results;
    const read = [{ data: { workspace: { role: 'READER' } } }];
    for (const headers of [
      {},
      { origin },
      { origin: origin.toUpperCase() },
      { origin: `http://${host}` },
      { origin: 'https://docs.example.com', 'x-forwarded-host': 'docs.example.com' },
    ])
      expect([headers, await results(headers)]).toEqual([headers, read]);
    for (const other of ['https://evil.example', 'https://app.example.com:8443', `http://${host}.evil.example`, 'null'])
      await expect(results({ origin: other })).rejects.toThrow(/403/);
  });

  test('local mode opens a WebSocket for no other page of this machine', async () => {
    const listed = 'http://localhost:5173';
    const { url } = await serve(createFakeApp({ corsOrigins: [listed] }));
    const results = (page: string) => overSocket({ url, headers: { origin: page } }, '{ workspace { role } }').results;
    expect(await results(listed)).toMatchObject([{ data: { workspace: {} } }]);
    await expect(results('http://localhost:5174')).rejects.toThrow(/403/);
  });

  test('local mode refuses a page of another site, whatever is named', async () => {
    const { url } = await serve(createFakeApp({ corsOrigins: [origin, 'http://localhost:5173'] }));
    expect((await preflight(url, origin)).status).toBe(403);
    expect((await preflight(url, 'http://localhost:5173')).status).toBe(204);
  });
});
