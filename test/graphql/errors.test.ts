import { expect, test } from 'vitest';
import { errorRemedies } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { openSubscription, runQuery } from '../support/runQuery.ts';

const ask = (question: string) => `{ ask(input: { question: "${question}" }) { __typename } }`;

async function firstError(source: string, app = createFakeApp(), variables = {}) {
  const { errors } = await runQuery(source, { app, variables });
  return errors?.[0]?.toJSON();
}

test('a coded error keeps message, code, remedy and details', async () => {
  expect(await firstError(ask('invalid'))).toMatchObject({
    message: 'question must have 1 to 2,000 characters',
    path: ['ask'],
    extensions: { code: 'BAD_INPUT', remedy: errorRemedies.BAD_INPUT, details: { field: 'question' } },
  });
});

test('a Failed event becomes its coded error in Query.ask', async () => {
  expect(await firstError(ask('fail'))).toMatchObject({
    message: 'The database is away.',
    extensions: { code: 'DATABASE_UNREACHABLE', remedy: 'Start it.' },
  });
});

test('an unknown error is masked, and logged under the id that the client gets', async () => {
  const lines: string[] = [];
  const app = { ...createFakeApp(), log: createLog('error', (line) => lines.push(line)) };
  const error = await firstError(ask('crash'), app);
  expect(error?.extensions?.['code']).toBe('INTERNAL');
  expect(JSON.stringify(error)).not.toMatch(/secret|pool\.ts|TypeError/);
  const { errorId } = error?.extensions?.['details'] as { errorId: string };
  expect(error?.message).toContain(errorId);
  expect(lines.join('')).toContain(errorId);
  expect(lines.join('')).toContain('secret detail');
});

test('what does not fit the schema is GRAPHQL_VALIDATION_FAILED, an argument written into the request included', async () => {
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED', remedy: errorRemedies.GRAPHQL_VALIDATION_FAILED };
  expect(await firstError('{ nothing }')).toMatchObject({ extensions });
  expect(await firstError('{ search(input: { query: "x", asOf: "yesterday" }) { tier } }')).toMatchObject({
    extensions,
  });
});

test('syntax is GRAPHQL_PARSE_FAILED', async () => {
  await expect(firstError('{ ask( }')).rejects.toMatchObject({ extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
});

test('a variable that does not fit is BAD_INPUT and names the field', async () => {
  const search = 'query ($asOf: DateTime) { search(input: { query: "x", asOf: $asOf }) { tier } }';
  expect(await firstError(search, createFakeApp(), { asOf: 'yesterday' })).toMatchObject({
    extensions: { code: 'BAD_INPUT', details: { field: 'asOf' } },
  });
  const ask = 'query ($input: AskInput!) { ask(input: $input) { __typename } }';
  expect(await firstError(ask)).toMatchObject({ extensions: { code: 'BAD_INPUT', details: { field: 'input' } } });
  const budget = { budget: { maxMillis: 'long' }, question: 'x' };
  expect(await firstError(ask, createFakeApp(), { input: budget })).toMatchObject({
    extensions: { code: 'BAD_INPUT', details: { field: 'input.budget.maxMillis' } },
  });
});

test('an outcome whose run was not recorded has none', async () => {
  const { data, errors } = await runQuery(
    '{ ask(input: { question: "unrecorded" }) { __typename ... on Outcome { run { id } } } }',
    { app: createFakeApp() },
  );
  expect([data, errors]).toEqual([{ ask: { __typename: 'Answer', run: null } }, undefined]);
});

test('a value that the schema cannot express is a fault of ours', async () => {
  const app = createFakeApp();
  const broken = {
    ...app,
    workspaces: {
      ...app.workspaces,
      find: async (id: string) => ({ ...(await app.workspaces.find(id))!, documentCount: 1.5 }),
    },
  };
  expect(await firstError('{ workspace { documentCount } }', broken)).toMatchObject({
    extensions: { code: 'INTERNAL' },
  });
});

test.each([
  ['crash', 1, 'INTERNAL'],
  ['midway', 2, 'INTERNAL'],
  ['invalid', 1, 'BAD_INPUT'],
  ['fail', 4, 'DATABASE_UNREACHABLE'],
])('askEvents of "%s" ends with Failed and never throws', async (question, count, code) => {
  const stream = await openSubscription(
    `subscription { askEvents(input: { question: "${question}" }) { __typename ... on AskFailed { code message remedy } } }`,
    { app: createFakeApp() },
  );
  const events: unknown[] = [];
  for await (const { data } of stream) events.push(data?.['askEvents']);
  expect(events).toHaveLength(count);
  expect(events.at(-1)).toMatchObject({ __typename: 'AskFailed', code });
  expect(JSON.stringify(events)).not.toContain('secret');
});
