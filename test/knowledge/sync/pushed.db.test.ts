import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { pageOfSources } from '../../../src/knowledge/sync/sources.ts';
import { ingest } from '../../../src/knowledge/ingest/ingest.ts';
import { openSourceWorld, type SourceWorld, versionCount } from './sourceWorld.ts';

let world: SourceWorld;
beforeEach(async () => {
  world = await openSourceWorld();
});

interface Page {
  readonly key: string;
  text: string;
  groups?: readonly string[];
}
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const entries = (pages: readonly Page[]) =>
  pages.map(({ key, text, groups }) => ({ key, checksum: digest(text), ...(groups && { accessGroups: groups }) }));
const documents = (pages: readonly Page[], wanted: readonly string[]) =>
  pages
    .filter(({ key }) => wanted.includes(key))
    .map(({ key, text, groups }) => ({
      key,
      text,
      format: 'MARKDOWN' as const,
      checksum: digest(text),
      ...(groups && { accessGroups: groups }),
    }));
/** One round, as an integration does it. */
async function round(pages: readonly Page[], options = {}) {
  const plan = await world.push({ source: 'wiki', entries: entries(pages), complete: true, ...options });
  if (plan.wanted.length > 0) await world.send('wiki', documents(pages, plan.wanted));
  return plan;
}
const wiki = (count: number): Page[] =>
  Array.from({ length: count }, (_, n) => ({
    key: `wiki/${String(n).padStart(3, '0')}`,
    text: `The door number ${n} opens with code ${n * 7 + 1000}.`,
    groups: n % 2 === 0 ? [] : ['staff'],
  }));

it('takes what is new, and only the rights of what has other rights, and deletes what is gone', async () => {
  const pages = wiki(12);
  const first = await round(pages);
  expect(first.wanted).toHaveLength(12);
  expect(await world.count()).toBe(12);
  expect(await world.count([])).toBe(6);
  const versions = await versionCount(world);

  const before = world.open.database.rowsWritten();
  expect(await round(pages)).toMatchObject({ wanted: [], moved: [], otherRights: [], deleted: [], held: [] });
  // The note that the source was read.
  expect(world.open.database.rowsWritten() - before).toBe(1);

  pages[0]!.groups = ['hr'];
  pages[1]!.groups = [];
  expect(await round(pages)).toMatchObject({ wanted: [], otherRights: ['wiki/000', 'wiki/001'] });
  expect(await world.keys([])).toEqual(expect.not.arrayContaining(['wiki/000']));
  expect(await world.keys([])).toContain('wiki/001');
  expect(await versionCount(world)).toBe(versions);
  expect(await round(pages)).toMatchObject({ wanted: [], otherRights: [] });

  const rest = pages.slice(2);
  expect(await round(rest, { complete: false })).toMatchObject({ deleted: [] });
  expect(await round(rest)).toMatchObject({ deleted: ['wiki/000', 'wiki/001'], held: [] });
  expect(await world.count()).toBe(10);
  const [source] = (await pageOfSources(world.open.database, world.workspaceId, { first: 10 })).nodes;
  expect(source).toMatchObject({ name: 'wiki', kind: 'PUSHED', lastResult: { deleted: 2, held: 0 } });
});

it('a text that was sent again with the rights of before gets them, though nothing else of it is new', async () => {
  const page: Page = { key: 'a', text: 'The safe is behind the mirror.', groups: ['hr'] };
  await round([page]);
  page.groups = [];
  await round([page]);
  expect(await world.count([])).toBe(1);
  await world.send('wiki', documents([{ ...page, groups: ['hr'] }], ['a']));
  expect(await world.count([])).toBe(0);
  // Also by hand.
  page.groups = [];
  await round([page]);
  await ingest(world.parts, world.workspaceId, [
    { key: 'a', text: page.text, format: 'MARKDOWN', accessGroups: ['hr'] },
  ]);
  expect(await world.count([])).toBe(0);
});

it('follows a text to another key by its digest, and never by the number of a revision', async () => {
  const pages = wiki(6);
  await round(pages);
  const [first, ...rest] = pages;
  const plan = await round([...rest, { ...first!, key: 'wiki/renamed' }]);
  expect(plan).toMatchObject({ wanted: [], moved: ['wiki/renamed'], deleted: [] });
  expect((await world.document('wiki/renamed'))?.title).toBe('wiki/000');

  const numbered = (key: string) => ({ key, checksum: '1', accessGroups: [] });
  await world.push({ source: 'tickets', entries: ['t1', 't2', 't3', 't4'].map(numbered), complete: true });
  for (const key of ['t1', 't2', 't3', 't4'])
    await world.send('tickets', [{ text: `Ticket ${key} is about doors.`, ...numbered(key) }]);
  const moved = await world.push({
    source: 'tickets',
    entries: ['t2', 't3', 't4', 't5'].map(numbered),
    complete: true,
  });
  expect(moved).toMatchObject({ wanted: ['t5'], moved: [], deleted: ['t1'] });
});

it('holds it back when more than a third is gone at once, and takes a person’s word for it', async () => {
  const pages = wiki(9);
  await round(pages);
  const few = pages.slice(0, 5);
  expect(await round(few)).toMatchObject({ deleted: [], held: pages.slice(5).map(({ key }) => key) });
  expect(await round([])).toMatchObject({ deleted: [], held: pages.map(({ key }) => key) });
  expect(await world.count()).toBe(9);
  expect(await round(few, { dryRun: true, allowShrink: true })).toMatchObject({
    deleted: pages.slice(5).map(({ key }) => key),
  });
  expect(await world.count()).toBe(9);
  expect(await round(few, { allowShrink: true })).toMatchObject({ held: [] });
  expect(await world.count()).toBe(5);
});

it('replaces and deletes nothing that came from elsewhere', async () => {
  const byHand = { key: 'wiki/000', text: 'Written by hand.', format: 'MARKDOWN' as const };
  await ingest(world.parts, world.workspaceId, [byHand, { ...byHand, key: 'mine' }]);
  await round(wiki(3));
  expect(await world.document('wiki/000')).toMatchObject({ sourceType: 'MARKDOWN' });
  expect((await world.document('wiki/000'))!.accessGroups).toEqual([]);
  const [versions] = await world.rows<{ n: number }>(
    `select count(*)::int as n from document_version v join document d using (workspace_id, document_id) where d.workspace_id = $1 and d.key = 'wiki/000'`,
  );
  expect(versions?.n).toBe(1);
  // Another document's id in the front matter is no way round it.
  const thief = { key: 'thief', text: '---\nid: mine\n---\nTaken over.', groups: [] };
  await round([...wiki(3), thief]);
  const job = (await world.jobs.list(world.workspaceId, { first: 1 })).nodes[0]!;
  const [item] = await world.jobs.items(world.workspaceId, job.id, 1, -1);
  expect(item!.results[0]!.error).toMatchObject({
    code: 'DOCUMENT_INVALID',
    message: expect.stringContaining('elsewhere'),
  });
  await round([], { allowShrink: true });
  expect(await world.keys()).toEqual(['mine', 'wiki/000']);
});

it('shows to nobody new what nothing says the readers of', async () => {
  const silent: Page[] = [{ key: 'a', text: 'The vault has two keys.' }];
  await expect(round(silent)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: { field: 'accessGroups', key: 'a' },
  });
  await round(silent, { accessGroups: ['staff'] });
  expect([await world.count([]), await world.count(['staff'])]).toEqual([0, 1]);
  // Its own front matter says more than the source.
  silent[0]!.text = '---\naccess: [hr]\n---\nThe vault has three keys.';
  await round(silent);
  expect([await world.count(['staff']), await world.count(['hr'])]).toEqual([0, 1]);
  // Other groups of the source: it is read again, as the front matter has it.
  expect(await round(silent, { accessGroups: [] })).toMatchObject({ wanted: ['a'] });
  expect(await world.count([])).toBe(0);
});

it('names what is wrong with a list', async () => {
  const entry = { key: 'a', checksum: '1', accessGroups: [] };
  for (const [entriesOf, message] of [
    [[entry, entry], 'twice'],
    [[{ ...entry, key: '' }], 'key'],
    [[{ ...entry, checksum: '' }], 'checksum'],
    [[{ ...entry, url: 'javascript:alert(1)' }], 'address'],
  ] as const)
    await expect(world.push({ source: 'wiki', entries: entriesOf })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(message),
    });
  await expect(world.send('nobody', [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
