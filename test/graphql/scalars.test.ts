import { expect, it } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { post, serve } from '../support/testServer.ts';

it.each([
  ['DateTime', /ISO 8601/, 'https://scalars.graphql.org/andimarek/date-time.html'],
  ['JSONObject', /JSON object/, 'https://www.rfc-editor.org/rfc/rfc8259#section-4'],
])('the server tells what a %s is, and where it is specified', async (name, description, specifiedByURL) => {
  const { url } = await serve(createFakeApp());
  const { body } = await post(url, `{ __type(name: "${name}") { kind description specifiedByURL } }`);
  expect(body.data?.['__type']).toEqual({
    kind: 'SCALAR',
    description: expect.stringMatching(description) as string,
    specifiedByURL,
  });
});

it('a day where an instant is wanted is refused with the form that is, as a literal and as a variable', async () => {
  const { url } = await serve(createFakeApp());
  const wanted = /DateTime takes an instant, not a day: write 2025-06-01T00:00:00Z for its beginning in UTC\./;
  const messages = async (query: string, variables = {}) =>
    (await post(url, query, { variables })).body.errors?.map(({ message }) => message).join();
  const ask = (asOf: string) =>
    `mutation { ask(input: { question: "answer it", asOf: ${asOf} }) { errors { message } } }`;
  expect(await messages(ask('"2025-06-01"'))).toMatch(wanted);
  const asked =
    'mutation ($asOf: DateTime) { ask(input: { question: "answer it", asOf: $asOf }) { errors { message } } }';
  expect(await messages(asked, { asOf: '2025-06-01' })).toMatch(wanted);
  expect(await messages(ask('"2025-06-01T00:00:00Z"'))).toBeUndefined();
  expect(await messages(asked, { asOf: '2025-06-01T00:00:00+02:00' })).toBeUndefined();
});
