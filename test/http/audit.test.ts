import { readFileSync } from 'node:fs';
import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { serve } from '../support/testServer.ts';

/** What Apollo 5 does otherwise than GraphQL over HTTP recommends (SHOULD) or allows (MAY); nothing that it demands (MUST). */
const known: readonly string[] = [
  // CSRF prevention wants a header that a plain link cannot send.
  'notice 5A70 MAY accept application/x-www-form-urlencoded formatted GET requests',
  'notice D6D5 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
  'notice 6A70 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
  // 400 for every request that was not run: monitoring sees it without reading bodies.
  'warn 572B SHOULD use 200 status code on document parsing failure when accepting application/json',
  'warn FDE2 SHOULD use 200 status code on document validation failure when accepting application/json',
  'warn 7B9B SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
];

test('the GraphQL over HTTP audit finds no error and nothing new', { timeout: 60_000 }, async () => {
  const { url } = await serve(createFakeApp());
  const results = await Promise.all(serverAudits({ url: `${url}/graphql` }).map((audit) => audit.fn()));
  const found = results
    .filter(({ status }) => status !== 'ok')
    .map(({ id, name, status }) => `${status} ${id} ${name}`);
  expect(found.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(found).toEqual(known);
});

test('the documentation gives the reason for each', () => {
  const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
  const explained = page.match(/(?<=`)[0-9A-F]{4}(?=`)/g) ?? [];
  expect(explained.toSorted()).toEqual(known.map((line) => line.split(' ')[1]).toSorted());
});

test('GET works with the header, for each media type', async () => {
  const { url } = await serve(createFakeApp());
  const address = new URL(`${url}/graphql`);
  address.searchParams.set('query', 'query ($name: String!) { __type(name: $name) { name } }');
  address.searchParams.set('variables', JSON.stringify({ name: 'Query' }));
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const reply = await fetch(address, { headers: { accept, 'apollo-require-preflight': 'true' } });
    expect(reply.headers.get('content-type')).toContain(accept);
    expect(await reply.json()).toEqual({ data: { __type: { name: 'Query' } } });
    expect((await fetch(address, { headers: { accept } })).status).toBe(400);
  }
});
