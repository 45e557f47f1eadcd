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
