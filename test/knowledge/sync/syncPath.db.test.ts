import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { pageOfDocuments, readVersionsOf } from '../../../src/knowledge/store/documents.ts';
import type { JobParts } from '../../../src/knowledge/jobs/job.ts';
import { createJobs } from '../../../src/knowledge/jobs/jobs.ts';
import { syncPath } from '../../../src/knowledge/sync/syncPath.ts';
import type { SyncRunOptions } from '../../../src/knowledge/sync/syncSource.ts';
import { silentLog } from '../../../src/log.ts';
import { keysOf, search } from '../../retrieval/search.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../../support/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { inlineParser } from '../../support/parser.ts';

let open: OpenTestDatabase;
let workspace: string;
let folder: string;
const embedder = createHashedEmbedder();
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  folder = await mkdtemp(join(tmpdir(), 'candor-sync-'));
  embedder.calls.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const parts = (): JobParts => ({
  database: open.database,
  embedder,
  parser: inlineParser,
  log: silentLog,
  allowPrivate: false,
});
const sync = (options: SyncRunOptions = {}) => syncPath(parts(), createJobs(parts()), workspace, folder, options);
const write = async (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
};
const documents = async (filter = {}) =>
  (await pageOfDocuments(open.database, { workspaceId: workspace, accessGroups: null }, { first: 100 }, filter)).nodes;
const keys = async (filter = {}) => (await documents(filter)).map(({ key }) => key).sort();
const found = async (query: string) => keysOf(await search(parts(), workspace, query));

it('takes a folder in, and a second run writes no row and embeds nothing', async () => {
  await write({
    'a.md': '# A\n\nApples are red.',
    'sub/b.txt': 'Bananas are yellow.',
    'c.csv': 'fruit,colour\ncherry,red\nlime,green',
  });
  const first = await sync();
  expect(first.job).toMatchObject({ state: 'COMPLETED', total: 3, counts: { done: 3, created: 3, failed: 0 } });
  expect(first.rowsWritten).toBeGreaterThan(10);
  expect(await keys()).toEqual(['a.md', 'c.csv', 'sub/b.txt']);

  embedder.calls.length = 0;
  const second = await sync();
  expect(second).toMatchObject({ job: null, rowsWritten: 0 });
  expect(second.files.map(({ decision }) => decision)).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED']);
  expect(embedder.calls).toEqual([]);
});

it('embeds again only the file that was edited, and keeps its history', async () => {
  await write({ 'a.md': 'Apples are red.', 'b.md': 'Bananas are yellow.' });
  await sync();
  embedder.calls.length = 0;
  await write({ 'b.md': 'Bananas are green at first.' });
  expect((await sync()).job?.counts).toMatchObject({ updated: 1, created: 0 });
  expect(embedder.calls).toEqual(['b.md. Bananas are green at first.']);
  const stored = (await documents()).find(({ key }) => key === 'b.md')!;
  const [versions] = await readVersionsOf(open.database, { workspaceId: workspace, accessGroups: null }, [stored.id]);
  expect(versions!.map(({ text }) => text)).toEqual(['Bananas are green at first.', 'Bananas are yellow.']);
  expect(await found('bananas yellow')).toContain('b.md');
});

it('renames a moved document without reading it again', async () => {
  await write({ 'a.md': 'Apples are red.' });
  await sync();
  const [before] = await documents();
  embedder.calls.length = 0;
  await rename(join(folder, 'a.md'), join(folder, 'z.md'));
  expect((await sync()).job?.counts).toMatchObject({ moved: 1, created: 0, deleted: 0 });
  expect(await documents()).toMatchObject([{ id: before!.id, key: 'z.md' }]);
  expect(embedder.calls).toEqual([]);
  expect(await sync()).toMatchObject({ job: null, rowsWritten: 0 });
});

it('deletes what is gone from search at once, and restores it when it comes back', async () => {
  await write({ 'a.md': 'Apples are red.', 'b.md': 'Bananas are yellow.' });
  await sync();
  await rm(join(folder, 'a.md'));
  const dbg = await sync();
  expect(dbg.job).toMatchObject({ error: null, counts: { deleted: 1 } });
  expect(await keys()).toEqual(['b.md']);
  expect(await found('apples')).not.toContain('a.md');
  expect(await keys({ deleted: true })).toEqual(['a.md']);

  await write({ 'a.md': 'Apples are red.' });
  expect((await sync()).job).toMatchObject({ state: 'COMPLETED' });
  expect(await found('apples')).toContain('a.md');
});

it('deletes of a document with two dated files only the version whose file is gone', async () => {
  await write({
    'fee.2024.md': '---\nid: fee\neffective: 2024-01-01\n---\nThe fee is nine crowns.',
    'fee.2025.md': '---\nid: fee\neffective: 2025-01-01\n---\nThe fee is ten crowns.',
  });
  await sync();
  expect(await keys()).toEqual(['fee']);
  await rm(join(folder, 'fee.2025.md'));
  await sync();
  const [stored] = await documents();
  const [versions] = await readVersionsOf(open.database, { workspaceId: workspace, accessGroups: null }, [stored!.id]);
  expect(versions).toMatchObject([{ text: 'The fee is nine crowns.', effectiveUntil: null }]);
});

it('reports a bad file with its reason, takes the others, and does not try it again until it changes', async () => {
  await write({
    'good.md': 'Apples are red.',
    'bad.pdf': '%PDF-1.7 and then nothing',
    'fake.md': 'PK\u0003\u0004 an archive',
  });
  const { job } = await sync();
  expect(job).toMatchObject({ state: 'COMPLETED', counts: { created: 1, failed: 2 } });
  const items = await createJobs(parts()).items(workspace, job!.id, 10, -1);
  expect(
    items.filter(({ state }) => state === 'FAILED').map(({ name, results }) => [name, results[0]!.error!.code]),
  ).toEqual([
    ['bad.pdf', 'DOCUMENT_CORRUPT'],
    ['fake.md', 'DOCUMENT_UNSUPPORTED'],
  ]);
  const again = await sync();
  expect(again).toMatchObject({ job: null, rowsWritten: 0 });
  expect(again.files.filter(({ decision }) => decision === 'FAILED').map(({ path }) => path)).toEqual([
    'bad.pdf',
    'fake.md',
  ]);
  await write({ 'fake.md': 'Now it is text.' });
  expect((await sync()).job?.counts).toMatchObject({ created: 1 });
});

it('keeps what a file held when its next form is bad', async () => {
  await write({ 'a.json': '[{"fruit":"apple","colour":"red"}]' });
  await sync();
  await write({ 'a.json': '[{"fruit":' });
  expect((await sync()).job?.counts).toMatchObject({ failed: 1, deleted: 0 });
  expect(await found('apple')).toContain('a.json');
});

it('tries again what a fault kept out that may pass', async () => {
  await write({ 'a.md': 'Apples are red.' });
  const down = {
    ...parts(),
    embedder: { ...embedder, embedDocuments: () => Promise.reject(new Error('connection refused')) },
  };
  expect((await syncPath(down, createJobs(down), workspace, folder)).job?.counts).toMatchObject({ failed: 1 });
  expect((await sync()).job?.counts).toMatchObject({ created: 1 });
});

it('refuses to take an empty folder for a deletion of everything, unless it is told to', async () => {
  await write({ 'a.md': 'Apples are red.' });
  await sync();
  await rm(join(folder, 'a.md'));
  await expect(sync()).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('Nothing was deleted'),
  });
  expect(await keys()).toEqual(['a.md']);
  await sync({ allowEmpty: true });
  expect(await keys()).toEqual([]);
});

it('takes a data set a line a document, reports bad lines, and deletes what a later form leaves out', async () => {
  await write({
    'set.jsonl': '{"id":"one","text":"Apples are red."}\nnot json\n{"id":"two","text":"Bananas are yellow."}\n',
  });
  expect((await sync()).job?.counts).toMatchObject({ created: 2, failed: 1 });
  expect(await keys()).toEqual(['one', 'two']);
  await write({ 'set.jsonl': '{"id":"two","text":"Bananas are yellow."}\n' });
  expect((await sync()).job?.counts).toMatchObject({ unchanged: 1 });
  expect(await keys()).toEqual(['two']);
});

it('goes on where a stopped run was, doubling nothing', async () => {
  await write(
    Object.fromEntries(
      Array.from({ length: 60 }, (_, position) => [
        `${String(position).padStart(2, '0')}.md`,
        `Note ${position} is about subject number ${position}.`,
      ]),
    ),
  );
  const stop = new AbortController();
  let seen = 0;
  await expect(
    sync({
      signal: stop.signal,
      onItem: () => {
        if ((seen += 1) === 20) stop.abort();
      },
    }),
  ).rejects.toMatchObject({ code: 'CANCELLED' });
  const stored = (await keys()).length;
  expect(stored).toBeGreaterThanOrEqual(20);
  expect(stored).toBeLessThan(60);
  embedder.calls.length = 0;
  await sync();
  expect(await keys()).toHaveLength(60);
  expect(embedder.calls.length).toBe(60 - stored);
});

it('reads every file again when the options change', async () => {
  await write({ 'a.md': 'Apples are red.' });
  await sync();
  expect((await sync({ facts: { tags: ['fruit'] } })).job?.counts).toMatchObject({ updated: 1 });
  expect(await documents()).toMatchObject([{ tags: ['fruit'] }]);
});
