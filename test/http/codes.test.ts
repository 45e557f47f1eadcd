import { expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { serve } from '../support/testServer.ts';
import { overSocket } from '../support/clients.ts';

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly search?: string;
}

const twoOperations = 'query A { __typename } query B { __typename }';
const search = (values: Record<string, string>) => `?${new URLSearchParams(values).toString()}`;

const refused: Readonly<Record<string, Sent & { readonly status?: number }>> = {
  'nothing asked': { body: {} },
  'a list': { body: [] },
  'a query that is no text': { body: { query: 5 } },
  'a syntax error': { body: { query: '{' } },
  'variables that are no object': { body: { query: '{ __typename }', variables: 5 } },
  'extensions that are no object': { body: { query: '{ __typename }', extensions: 'x' } },
  'a name that is no text': { body: { query: '{ __typename }', operationName: 5 } },
  'a name of no operation': { body: { query: twoOperations, operationName: 'C' } },
  'two operations and no name': { body: { query: twoOperations } },
  'nothing asked over GET': { method: 'GET' },
  'variables over GET that are no JSON': { method: 'GET', search: search({ query: '{ __typename }', variables: '{' }) },
  'a mutation over GET': { method: 'GET', search: search({ query: 'mutation { __typename }' }), status: 405 },
};

const codes = /^(?:BAD_INPUT|GRAPHQL_PARSE_FAILED|NOT_FOUND|OVERLOADED)$/;
const coded = {
  message: expect.any(String) as unknown,
  extensions: { code: expect.stringMatching(codes) as unknown, remedy: expect.stringMatching(/\w{4}/) as unknown },
};

test('graphql-sse says with a code what to do about a request that is none', async () => {
  const { url } = await serve(createFakeApp());
  for (const [name, { method = 'POST', body, search = '', status = 400 }] of Object.entries(refused)) {
    const answer = await fetch(`${url}/graphql/stream${search}`, {
      method,
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect({ name, status: answer.status, body: await answer.json() }).toMatchObject({
      status,
      body: { errors: [coded] },
    });
  }
});

test('so it does over one shared connection', async () => {
  const { url } = await serve(createFakeApp());
  const reserved = await fetch(`${url}/graphql`, { method: 'PUT' });
  const token = { 'x-graphql-event-stream-token': await reserved.text(), 'content-type': 'application/json' };
  const send = async (method: string, body?: object, search = '') => {
    const answer = await fetch(`${url}/graphql${search}`, {
      method,
      headers: token,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: answer.status === 202 ? null : ((await answer.json()) as unknown) };
  };
  const hanging = { query: 'subscription { askEvents(input: { question: "hang" }) { __typename } }' };
  expect(await send('POST', hanging)).toMatchObject({ status: 400, body: { errors: [coded] } });
  expect(await send('POST', { ...hanging, extensions: { operationId: 'one' } })).toMatchObject({ status: 202 });
  expect(await send('POST', { ...hanging, extensions: { operationId: 'one' } })).toMatchObject({
    status: 400,
    body: { errors: [coded] },
  });
  expect(await send('DELETE')).toMatchObject({ status: 400, body: { errors: [coded] } });
});

test('graphql-ws says with a code that a document does not tell which operation is to run', async () => {
  const { url } = await serve(createFakeApp());
  await expect(overSocket({ url }, twoOperations).results).rejects.toThrow('BAD_INPUT');
});
