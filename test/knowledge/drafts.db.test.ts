import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { outcomeOf } from '../agent/drain.ts';
import { newWorkspace, openTestApp, openTestDatabase, type OpenTestApp } from '../support/database.ts';

let opened: OpenTestApp;
let app: App;
let editor: Caller;
let documentId: string;
let versionId: string;
const word = 'zanzibarite';
beforeAll(async () => {
  opened = await openTestApp();
  app = opened.app;
  const workspaceId = await newWorkspace((await openTestDatabase()).database);
  editor = { workspaceId, role: 'EDITOR', accessGroups: null, keyId: null };
  const text = `The price of ${word} is nine euros a gram in every shop of the town.`;
  const { results } = await app.ingest(editor, [
    { key: 'draft.md', title: 'Prices', text, format: 'MARKDOWN' },
    { key: 'copy.md', title: 'Copy', text: 'The shop of the town opens at nine in the morning.', format: 'MARKDOWN' },
  ]);
  [documentId, versionId] = [results[0]!.documentId!, results[0]!.versionId!];
  await app.knowledge.setState(editor, documentId, 'DRAFT');
});
afterAll(() => opened.close());

const codeOf = (error: unknown): string => (error as { code: string }).code;

/** All that a caller can be shown of the draft, path by path. */
async function shown(caller: Caller): Promise<Record<string, unknown>> {
  const { knowledge } = app;
  const page = { first: 10 };
  const outcome = await outcomeOf(app.ask(caller, { question: `What is the price of ${word}?` }));
  const check = { text: `The price of ${word} is nine euros a gram.`, documentIds: [documentId] };
  return {
    byId: (await knowledge.documents(caller, [documentId]))[0]?.title,
    byKey: (await knowledge.documentsByKey(caller, ['draft.md']))[0]?.title,
    listed: (await knowledge.listDocuments(caller, page, {})).nodes.map(({ key }) => key).includes('draft.md'),
    drafts: await knowledge.countDocuments(caller, { state: 'DRAFT' }),
    version: (await knowledge.versions(caller, [versionId]))[0]?.number,
    versions: (await knowledge.versionsOf(caller, [documentId]))[0]?.length,
    blocks: (await knowledge.blocks(caller, [versionId]))[0]?.length,
    chunks: (await knowledge.chunks(caller, [versionId], page))[0]?.nodes.length,
    searched: (await app.search(caller, { query: word, filter: { documentIds: [documentId] } })).passages.length,
    answered: JSON.stringify(outcome).includes('nine euros'),
    checked: await app.grounding.check(caller, check).then(() => 'READ', codeOf),
    missed: (await app.runs.explainMiss(caller, outcome.id, documentId))?.reason,
    judged: await app.feedback
      .record(caller, { runId: outcome.id, verdict: 'SHOULD_HAVE_ANSWERED', documentIds: [documentId] })
      .then(() => 'TAKEN', codeOf),
  };
}

const nothing = {
  byId: undefined,
  byKey: undefined,
  listed: false,
  drafts: 0,
  version: undefined,
  versions: 0,
  blocks: undefined,
  chunks: 0,
  searched: 0,
  answered: false,
  checked: 'NOT_FOUND',
  missed: undefined,
  judged: 'NOT_FOUND',
};

it('attack 11: nobody who does not write reads a draft, by id, key, list, version, search, question or check', async () => {
  for (const reader of [
    { ...editor, role: 'READER' as const },
    { ...editor, scopes: ['ASK', 'READ'] as const },
  ])
    expect(await shown(reader)).toEqual({ ...nothing, blocks: undefined });
});

it('whoever writes reads it, in what lists and shows documents; nobody is answered from it', async () => {
  expect(await shown(editor)).toMatchObject({
    byId: 'Prices',
    byKey: 'Prices',
    listed: true,
    drafts: 1,
    version: 1,
    versions: 1,
    chunks: 1,
    searched: 0,
    answered: false,
    checked: 'READ',
    missed: 'NOT_PUBLISHED',
    judged: 'TAKEN',
  });
});
