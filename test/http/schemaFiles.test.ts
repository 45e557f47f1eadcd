import { createHash } from 'node:crypto';
import { buildSchema as parseSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/graphql/schema.ts';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { post, serve } from '../support/testServer.ts';

describe('the schema as files', () => {
  it('is the schema that answers, with the objects of its unions and interfaces', async () => {
    const { url } = await serve(createFakeApp());
    const sdl = await (await fetch(`${url}/schema.graphql`)).text();
    expect(printSchema(parseSchema(sdl))).toBe(printSchema(buildSchema()));
    expect(await (await fetch(`${url}/possibleTypes.json`)).json()).toMatchObject({
      AskResult: ['Answer', 'Clarification', 'Abstention'],
      Outcome: expect.arrayContaining(['Answer', 'Clarification', 'Abstention']) as unknown,
      AskEvent: expect.arrayContaining(['AskProgress', 'AskFinished', 'AskFailed']) as unknown,
    });
  });

  it.each(['/schema.graphql', '/possibleTypes.json'])(
    '%s is not shown without introspection, nor without a key',
    async (path) => {
      const closed = await serve(createFakeApp({ introspection: false }));
      expect((await fetch(`${closed.url}${path}`)).status).toBe(404);
      const keyed = await serve(createFakeApp({ auth: 'keys' }));
      expect((await fetch(`${keyed.url}${path}`)).status).toBe(401);
      const headers = { authorization: `Bearer ${readerKey}` };
      expect((await fetch(`${keyed.url}${path}`, { headers })).status).toBe(200);
    },
  );
});

describe('automatic persisted queries', () => {
  const query = '{ workspace { __typename } }';
  const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
  const send = async (url: string, body: object) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as unknown;
  };

  it('ask for the text of a hash that is new, and know it from then on', async () => {
    const { url } = await serve(createFakeApp());
    expect(await send(url, { extensions })).toMatchObject({
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    });
    const answer = { data: { workspace: { __typename: 'Workspace' } } };
    expect(await send(url, { query, extensions })).toEqual(answer);
    expect(await send(url, { extensions })).toEqual(answer);
  });
});

it('nothing that is answered may be cached', async () => {
  const { url } = await serve(createFakeApp());
  const { headers } = await post(url, '{ ask(input: { question: "answer" }) { __typename } }');
  expect(headers.get('cache-control')).toBe('no-store');
});
