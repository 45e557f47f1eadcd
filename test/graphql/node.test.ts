import { expect, it } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const node = async (id: string, app = createFakeApp()) => {
  const { data, errors } = await runQuery(
    `{ node(id: "${id}") { __typename id ... on Document { key } ... on Run { question } ... on IngestJob { label } } }`,
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
