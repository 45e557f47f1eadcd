import { isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { createFakeApp, workspaceId } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const node = async (id: string, app = createFakeApp()) => {
  const { data, errors } = await runQuery(
    `{ node(id: "${id}") { __typename id ... on Document { key } ... on Run { question } ... on IngestJob { state } } }`,
    { app },
  );
  expect(errors).toBeUndefined();
  return (data as unknown as { readonly node: unknown }).node;
};

it('node finds any object by its id, with its own fields', async () => {
  expect(await node('d1')).toEqual({ __typename: 'Document', id: 'd1', key: 'd1.md' });
  const app = createFakeApp();
  const noDocuments = {
    ...app,
    knowledge: { ...app.knowledge, documents: async () => [undefined], versions: async () => [undefined] },
  };
  expect(await node('run-1', noDocuments)).toEqual({ __typename: 'Run', id: 'run-1', question: 'How?' });
  const noRuns = { ...noDocuments, runs: { ...app.runs, find: async () => undefined } };
  expect(await node('job-1', noRuns)).toMatchObject({ __typename: 'IngestJob', id: 'job-1' });
});

it('node is null for what does not exist', async () => {
  expect(await node('lost-1')).toBeNull();
});

it('node finds for a READER what it may read, though jobs are not for it', async () => {
  const app = createFakeApp();
  const forbidden = () => Promise.reject(new CandorError('FORBIDDEN', 'This needs an EDITOR.'));
  const closed = { ...app, jobs: { ...app.jobs, find: forbidden } };
  expect(await node('d1', closed)).toMatchObject({ __typename: 'Document' });
  expect(await node('lost-1', closed)).toBeNull();
});

it.each([
  ['c7', 'Chunk'],
  ['ca7', 'CuratedAnswer'],
  ['alias of holiday', 'Alias'],
  ['feedback of run-1', 'Feedback'],
  ['key-1', 'ApiKey'],
  [workspaceId, 'Workspace'],
])('node finds %s, which is a %s', async (id, type) => {
  const app = createFakeApp();
  const nothing = {
    ...app,
    knowledge: { ...app.knowledge, documents: async () => [undefined], versions: async () => [undefined] },
    runs: { ...app.runs, find: async () => undefined },
    jobs: { ...app.jobs, find: async () => undefined },
  };
  expect(await node(id, nothing)).toMatchObject({ __typename: type, id });
});

/** Objects whose id is that of another object, which `node` finds. */
const borrowed: Readonly<Record<string, string>> = {
  FoundConflict: 'is listed and resolved, and has no page of its own',
  Answer: 'its run, whose `result` it is',
  Clarification: 'its run, whose `result` it is',
  Abstention: 'its run, whose `result` it is',
  ClarificationOption: 'only valid with its question; ask again with it',
};

it('every type with an id of its own is a Node', () => {
  const types = Object.values(buildSchema().getTypeMap()).filter((type) => isObjectType(type));
  const withId = types.filter((type) => String(type.getFields()['id']?.type) === 'ID!');
  const without = withId.filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node'));
  expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(borrowed).sort());
});
