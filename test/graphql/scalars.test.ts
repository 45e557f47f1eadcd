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
