import { expect, test } from 'vitest';
import { createContext } from '../../src/graphql/context.ts';
import { createExecution } from '../../src/graphql/execute.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { serve } from '../support/testServer.ts';

const query =
  'mutation ($documents: [DocumentInput!]!) { ingestDocuments(input: { documents: $documents }) { results { key } } }';
/** No key, a slip in a name, a wrong type, and a content that is no content. */
const variables = { documents: [{ kye: 'a', content: { txt: 'Words.' }, tags: [1] }] };
const everything = [
  /documents\[0\]: Field "key" of required type/,
  /Field "kye" is not defined by type "DocumentInput"\. Did you mean "key"\?/,
  /Field "txt" is not defined by type "DocumentContentInput"\. Did you mean "text"\?/,
  /documents\[0\]\.tags\[0\]: String cannot represent/,
];

test('a wrong input is one error that names everything that is wrong and the nearest right field', async () => {
  const app = createFakeApp();
  const { url } = await serve(app);
  const reply = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { errors } = (await reply.json()) as {
    readonly errors: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
  };
  expect(errors).toHaveLength(1);
  for (const each of everything) expect(errors[0]?.message).toMatch(each);
  expect(errors[0]?.extensions).toMatchObject({
    code: 'BAD_INPUT',
    details: { problems: expect.arrayContaining([expect.objectContaining({ field: 'documents[0]' })]) as unknown },
  });
});

test('over a subscription’s transport too', async () => {
  const app = createFakeApp();
  const execution = createExecution(app.log);
  const caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  const { errors = [] } = await execution.execute({
    schema: buildSchema(),
    document: execution.parse(query),
    variableValues: variables,
    contextValue: createContext(app, caller, new AbortController().signal),
  });
  expect(errors).toHaveLength(1);
  for (const each of everything) expect(errors[0]?.message).toMatch(each);
});
