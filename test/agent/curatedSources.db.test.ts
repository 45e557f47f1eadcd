import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmCurated, deleteCurated, pageOfCurated, saveCurated } from '../../src/knowledge/curated/curated.ts';
import { deleteDocument, setState } from '../../src/knowledge/store/documents.ts';
import type { CuratedAnswerInput, DocumentInput } from '../../src/knowledge/document.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

let agent: OpenAgent;
let documentId: string;
let round = 0;
beforeAll(async () => {
  agent = await openAgent();
});
afterAll(() => agent.close());
beforeEach(async () => {
  round += 1;
  // Those of other tests would match too.
  for (const id of await list()) await deleteCurated(agent.database, agent.workspaceId, id);
  documentId = (await take('The harbour office opens at nine.')).documentId!;
});

const key = () => `hours-${round}`;
const take = async (text: string, more: Partial<DocumentInput> = {}) =>
  (await agent.take([{ key: key(), title: 'Hours', text, format: 'PLAIN_TEXT', ...more } as DocumentInput]))[0]!;
const everything = () => ({ workspaceId: agent.workspaceId, accessGroups: null });
const question = () => `When does harbour office number ${round} open?`;
const save = (more: Partial<CuratedAnswerInput> = {}) =>
  saveCurated(agent.database, agent.embedder, agent.workspaceId, {
    question: question(),
    answer: `At nine, as ever (${round}).`,
    sourceDocumentIds: [documentId],
    ...more,
  });
const list = async (filter: Parameters<typeof pageOfCurated>[3] = {}, accessGroups: readonly string[] | null = null) =>
  (await pageOfCurated(agent.database, { ...everything(), accessGroups }, { first: 100 }, filter)).nodes.map(
    ({ id }) => id,
  );
/** Moved into the past by the tests, so that none waits. */
const inAnHour = () => new Date(Date.now() + 3_600_000);
const asked = async (accessGroups: readonly string[] | null = null) => agent.ask(question(), { accessGroups });

test('a source that changes makes the answer UNCERTAIN, until a person confirms it', async () => {
  const { id, staleSources } = await save();
  expect(staleSources).toEqual([]);
  expect(answered(await asked())).toMatchObject({
    mode: 'CURATED',
    tier: 'CONFIDENT',
    notices: [],
    curated: { id, staleSources: [] },
  });
  await take('The harbour office opens at nine.', { tags: [] });
  expect(await list({ stale: true })).not.toContain(id);
  const before = Date.now();
  await take('The harbour office opens at ten.');
  const stale = answered(await asked());
  expect(stale).toMatchObject({
    mode: 'CURATED',
    tier: 'UNCERTAIN',
    curated: { staleSources: [{ documentId, title: 'Hours', reason: 'CHANGED' }] },
  });
  expect(stale.curated?.staleSources[0]?.changedAt?.getTime()).toBeGreaterThanOrEqual(before);
  expect(stale.notices).toMatchObject([
    {
      kind: 'CURATED_SOURCE_CHANGED',
      message: expect.stringMatching(/^The source “Hours” changed on \d+ \w+ 20\d\d, after this answer was checked\.$/),
      documentId,
    },
  ]);
  expect(await list({ stale: true })).toContain(id);
  expect((await confirmCurated(agent.database, everything(), id)).staleSources).toEqual([]);
  expect(answered(await asked())).toMatchObject({ tier: 'CONFIDENT', notices: [] });
});

test('saving it again pins the sources as they are', async () => {
  const { id } = await save();
  await take('The harbour office opens at ten.');
  expect(await list({ stale: true })).toContain(id);
  expect(await save({ id, answer: 'At ten.' })).toMatchObject({ id, staleSources: [] });
});

test('a source that goes back to its old text is as it was', async () => {
  const { id } = await save();
  await take('The harbour office opens at ten.');
  await take('The harbour office opens at nine.');
  expect(await list({ stale: true })).not.toContain(id);
});

/** What somebody reads of the sources that are not what they were. */
const titles = async (as: { role: 'READER' | 'EDITOR'; scopes?: readonly ('ASK' | 'READ')[] }) => {
  const { nodes } = await pageOfCurated(agent.database, { ...everything(), ...as }, { first: 100 }, { stale: true });
  return nodes.flatMap(({ staleSources }) => staleSources.map(({ title }) => title));
};

test('a source that is hidden or deleted is told, and confirming does not hide it', async () => {
  const { id } = await save();
  await setState(agent.database, everything(), documentId, 'DRAFT');
  expect(answered(await asked())).toMatchObject({
    tier: 'UNCERTAIN',
    notices: [{ message: 'A source of this answer is no longer published.', documentId: null }],
    curated: { staleSources: [{ documentId, title: null, reason: 'HIDDEN' }] },
  });
  expect(await titles({ role: 'READER', scopes: ['ASK', 'READ'] })).toEqual([null]);
  expect(await titles({ role: 'EDITOR' })).toEqual(['Hours']);
  await setState(agent.database, everything(), documentId, 'PUBLISHED');
  expect(answered(await asked()).tier).toBe('CONFIDENT');
  await deleteDocument(agent.database, everything(), documentId);
  expect(answered(await asked())).toMatchObject({
    tier: 'UNCERTAIN',
    curated: { staleSources: [{ reason: 'DELETED' }] },
  });
  expect((await confirmCurated(agent.database, everything(), id)).staleSources).toMatchObject([{ reason: 'DELETED' }]);
});

test('a source whose version has ended is told, with the day', async () => {
  const { documentId: brief } = (
    await agent.take([
      {
        key: `brief-${round}`,
        title: 'Brief',
        text: 'For a moment only.',
        format: 'PLAIN_TEXT',
        effectiveFrom: new Date(0),
        effectiveUntil: inAnHour(),
      },
    ])
  )[0]!;
  expect((await save({ sourceDocumentIds: [brief!] })).staleSources).toEqual([]);
  const ends = new Date();
  await agent.pool.query('update document_version set effective_until = $2 where document_id = $1', [brief, ends]);
  expect(answered(await asked()).curated?.staleSources).toEqual([
    { documentId: brief, title: 'Brief', reason: 'EXPIRED', changedAt: ends },
  ]);
});

test('asked about a day when the source had another text, it says so', async () => {
  await take('The harbour office opens at ten.', { effectiveFrom: new Date('2030-01-01T00:00:00Z') });
  await save();
  const answer = answered(await agent.ask(question(), { asOf: new Date('2030-06-01T00:00:00Z') }));
  expect(answer).toMatchObject({
    tier: 'UNCERTAIN',
    notices: [
      { message: 'The source “Hours” had another text on 1 June 2030 than the one this answer was written for.' },
    ],
  });
});

test('an expired answer never matches, and is listed as expired', async () => {
  const expiresAt = inAnHour();
  const { id } = await save({ expiresAt });
  expect(answered(await asked())).toMatchObject({ mode: 'CURATED', curated: { expiresAt } });
  expect(await list({ expired: true })).not.toContain(id);
  await agent.pool.query('update curated_answer set expires_at = $2 where curated_id = $1', [id, new Date()]);
  expect(await asked()).not.toMatchObject({ mode: 'CURATED' });
  expect([await list({ expired: true }), await list({ expired: false })]).toEqual([
    expect.arrayContaining([id]),
    expect.not.arrayContaining([id]),
  ]);
});

test('one with a source that the asker may not read never matches, nor is it listed', async () => {
  const restricted = (
    await agent.take([
      { key: `pay-${round}`, title: 'Pay', text: 'Secret.', format: 'PLAIN_TEXT', accessGroups: ['hr'] },
    ])
  )[0]!.documentId!;
  const { id } = await save({ sourceDocumentIds: [documentId, restricted] });
  expect(await asked(['sales'])).not.toMatchObject({ mode: 'CURATED' });
  expect(await asked([])).not.toMatchObject({ mode: 'CURATED' });
  expect(await asked(['sales', 'hr'])).toMatchObject({ mode: 'CURATED', tier: 'CONFIDENT' });
  expect(await asked(null)).toMatchObject({ mode: 'CURATED' });
  expect([await list({}, ['hr']), await list({}, ['sales'])]).toEqual([
    expect.arrayContaining([id]),
    expect.not.arrayContaining([id]),
  ]);
  await expect(confirmCurated(agent.database, { ...everything(), accessGroups: ['sales'] }, id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(
    saveCurated(
      agent.database,
      agent.embedder,
      agent.workspaceId,
      { question: 'q', answer: 'a', sourceDocumentIds: [restricted] },
      ['sales'],
    ),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an instant that has passed is refused', async () => {
  for (const expiresAt of [new Date(Date.now() - 1), new Date('nonsense')])
    await expect(save({ expiresAt })).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field: 'expiresAt' } });
});

test('pages follow each other without a gap', async () => {
  for (const answer of ['one', 'two', 'three']) await save({ answer });
  const all = await list();
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await pageOfCurated(agent.database, everything(), { first: 2, after }, {});
    seen.push(...page.nodes.map(({ id }) => id));
    after = page.hasNextPage ? (page.endCursor ?? undefined) : undefined;
  } while (after);
  expect(seen).toEqual(all);
});
