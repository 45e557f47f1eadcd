import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { outcomeOf } from '../agent/drain.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

const labels = {
  key: 'labels.md',
  text: '# Labels\n\nA label can be voided within 21 days.',
  format: 'MARKDOWN',
} as const;
const wages = {
  ...labels,
  key: 'wages.md',
  text: '# Wages\n\nA courier earns 19 euros.',
  accessGroups: ['hr'],
} as const;

let open: OpenTestApp;
const admin: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
const reader: Caller = { ...admin, role: 'READER', accessGroups: [], keyId: newId() };
const stranger: Caller = { ...admin, workspaceId: newId() };
const ids: Record<string, string> = {};

const ask = async (source: string, caller: Caller = admin) => {
  const { data, errors } = await runQuery(source, { app: open.app, caller });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data)) as Record<string, never>;
};

beforeAll(async () => {
  open = await openTestApp();
  const { app } = open;
  for (const caller of [admin, stranger]) await app.workspaces.ensure(caller.workspaceId, 'test');
  const { results } = await app.ingest(admin, [labels, wages]);
  const [open1, closed] = results.map(({ documentId }) => documentId!);
  const [version] = results.map(({ versionId }) => versionId!);
  const [chunks] = await app.knowledge.chunks(admin, [results[1]!.versionId!], { first: 1 });
  const run = await outcomeOf(app.ask(admin, { question: 'Within how many days can a label be voided?' }));
  const save = (question: string, source: string) =>
    app.knowledge.saveCurated(admin, { question, answer: 'Yes.', sourceDocumentIds: [source] });
  Object.assign(ids, {
    Document: open1,
    DocumentVersion: version,
    Chunk: chunks!.nodes[0]!.id,
    Run: run.id,
    CuratedAnswer: (await save('Is it open?', closed!)).id,
    Alias: (await app.knowledge.saveAlias(admin, { term: 'PTO', synonyms: ['leave'] })).id,
    Feedback: (await app.feedback.record(admin, { runId: run.id, verdict: 'CORRECT' })).id,
    ApiKey: (await app.identity.createKey(admin, { name: 'a key', role: 'READER' })).key.id,
    IngestJob: (await app.jobs.submit(admin, [{ ...labels, key: 'later.md' }])).id,
    Workspace: admin.workspaceId,
  });
  await save('Is it closed?', open1!);
  await app.knowledge.saveAlias(admin, { term: 'sick', synonyms: ['ill'] });
});
afterAll(() => open.close());

const nodeOf = async (id: string, caller?: Caller) =>
  (await ask(`{ node(id: "${id}") { __typename id } }`, caller))['node'];

describe('node', () => {
  it.each(
    Object.keys({
      Document: 1,
      DocumentVersion: 1,
      Chunk: 1,
      Run: 1,
      CuratedAnswer: 1,
      Alias: 1,
      Feedback: 1,
      ApiKey: 1,
      IngestJob: 1,
      Workspace: 1,
    }),
  )('finds a %s by its id, in its own workspace only', async (type) => {
    const id = ids[type]!;
    expect(await nodeOf(id)).toEqual({ __typename: type, id });
    expect(await nodeOf(id, stranger)).toBeNull();
  });

  it('shows a reader what it may read, and no more', async () => {
    for (const type of ['Document', 'DocumentVersion', 'Alias', 'Workspace'])
      expect([type, await nodeOf(ids[type]!, reader)]).toEqual([type, { __typename: type, id: ids[type] }]);
    for (const type of ['Chunk', 'Run', 'CuratedAnswer', 'Feedback', 'ApiKey', 'IngestJob'])
      expect([type, await nodeOf(ids[type]!, reader)]).toEqual([type, null]);
  });
});

describe('a total', () => {
  it.each([
    'documents',
    'curatedAnswers',
    'aliases',
    'runs',
    'feedback',
    'apiKeys',
    'allowances',
    'ingestJobs',
    'calibrations',
    'auditEntries',
  ])('of %s is the number of items on all pages', async (field) => {
    type Page = { totalCount: number; nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    let [seen, after] = [0, ''];
    for (;;) {
      const page = (
        await ask(
          `{ ${field}(first: 1${after}) { totalCount nodes { __typename } pageInfo { hasNextPage endCursor } } }`,
        )
      )[field] as unknown as Page;
      seen += page.nodes.length;
      after = `, after: "${page.pageInfo.endCursor}"`;
      if (page.pageInfo.hasNextPage) continue;
      expect(page.totalCount).toBe(seen);
      return;
    }
  });

  it('follows the filter, and what the caller may see', async () => {
    const totals = async (caller: Caller) =>
      ask(
        '{ documents { totalCount } curatedAnswers { totalCount } runs { totalCount } aliases { totalCount } }',
        caller,
      );
    expect(await totals(admin)).toMatchObject({
      curatedAnswers: { totalCount: 2 },
      aliases: { totalCount: 2 },
      runs: { totalCount: 1 },
    });
    expect(await totals(reader)).toMatchObject({ curatedAnswers: { totalCount: 1 }, runs: { totalCount: 0 } });
    expect(await totals(stranger)).toMatchObject({
      documents: { totalCount: 0 },
      curatedAnswers: { totalCount: 0 },
      aliases: { totalCount: 0 },
    });
    expect(
      await ask(
        '{ stale: curatedAnswers(filter: { stale: true }) { totalCount } refused: runs(filter: { outcome: CLARIFICATION }) { totalCount } worded: runs(filter: { contains: "VOIDED" }) { totalCount } other: runs(filter: { contains: "printer" }) { totalCount } }',
      ),
    ).toEqual({
      stale: { totalCount: 0 },
      refused: { totalCount: 0 },
      worded: { totalCount: 1 },
      other: { totalCount: 0 },
    });
  });

  it('of the versions and chunks of a document is that of their pages', async () => {
    const { document } = await ask(
      `{ document(id: "${ids['Document']}") { versions(first: 1) { totalCount nodes { chunks(first: 1) { totalCount nodes { id } } } } } }`,
    );
    expect(document).toMatchObject({
      versions: { totalCount: 1, nodes: [{ chunks: { totalCount: 1 } }] },
    });
  });
});
