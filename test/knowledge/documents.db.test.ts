import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { pagesOfChunks, readBlocks, setChunkOmitted } from '../../src/knowledge/store/chunks.ts';
import {
  deleteDocument,
  countOfDocuments,
  pageOfDocuments,
  purgeDeleted,
  readDocuments,
  readDocumentsByKey,
  readVersions,
  readVersionsOf,
  restoreDocument,
} from '../../src/knowledge/store/documents.ts';
import { type DocumentFilter, type DocumentInput, locate } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import { keysOf, search } from '../retrieval/search.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { fillOnce } from '../support/fillOnce.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

let open: OpenTestDatabase;
let workspace: string;
const embedder = createHashedEmbedder();
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
});

const reader = (accessGroups: readonly string[] | null = null) => ({ workspaceId: workspace, accessGroups });
const plain = (
  key: string,
  text: string,
  more: Partial<Omit<DocumentInput, 'text' | 'bytes'>> = {},
): DocumentInput => ({ key, text, format: 'PLAIN_TEXT', language: 'en', ...more });
async function take(...documents: readonly DocumentInput[]): Promise<string[]> {
  const { results } = await ingest(
    { database: open.database, embedder, parser: inlineParser, log: silentLog },
    workspace,
    documents,
  );
  expect(results.filter(({ error }) => error)).toEqual([]);
  return results.map(({ documentId }) => documentId!);
}
const find = async (query: string) =>
  keysOf(await search({ database: open.database, embedder }, workspace, query, { settings: { maxDistance: 2 } }));
const list = async (filter: DocumentFilter = {}) => {
  const page = await pageOfDocuments(open.database, reader(), { first: 100 }, filter);
  expect(await countOfDocuments(open.database, reader(), filter)).toBe(page.nodes.length);
  return page.nodes.map(({ key }) => key).sort();
};
const rowsOf = async (id: string) => {
  const tables = ['document', 'document_version', 'chunk'];
  return Promise.all(
    tables.map(
      async (table) =>
        (await open.pool.query(`select 1 from ${table} where workspace_id = $1 and document_id = $2`, [workspace, id]))
          .rowCount ?? 0,
    ),
  );
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const setDeletedAt = (id: string, at: Date) =>
  open.pool.query('update document set deleted_at = $3 where workspace_id = $1 and document_id = $2', [
    workspace,
    id,
    at,
  ]);
const notFound = { code: 'NOT_FOUND' };

const filledOnce = (fill: () => Promise<unknown>) => {
  fillOnce(
    () => newWorkspace(open.database),
    (id) => {
      workspace = id;
    },
    fill,
  );
};

describe('a deleted document', () => {
  let id: string;
  let versionId: string;
  beforeEach(async () => {
    [id = ''] = await take(plain('a.txt', 'A zebra.'), plain('b.txt', 'An otter.'));
    versionId = (await readDocuments(open.database, reader(), [id]))[0]!.currentVersionId!;
    await deleteDocument(open.database, reader(), id);
  });

  it('is gone for searches, lists, reads and counts at once, and its rows stay', async () => {
    expect(await find('zebra')).toEqual(['b.txt']);
    expect(await list()).toEqual(['b.txt']);
    expect(await readDocuments(open.database, reader(), [id])).toEqual([undefined]);
    expect(await readDocumentsByKey(open.database, reader(), ['a.txt'])).toEqual([undefined]);
    expect(await readVersions(open.database, reader(), [versionId])).toEqual([undefined]);
    expect(await readVersionsOf(open.database, reader(), [id])).toEqual([[]]);
    expect(await pagesOfChunks(open.database, reader(), [versionId], { first: 5 })).toMatchObject([{ nodes: [] }]);
    expect(await createWorkspaces(open.database).find(workspace)).toMatchObject({ documentCount: 1, chunkCount: 1 });
    expect(await rowsOf(id)).toEqual([1, 1, 1]);
  });

  it('is listed among the deleted, with the time and without a version to read', async () => {
    const { nodes } = await pageOfDocuments(open.database, reader(), { first: 5 }, { deleted: true });
    expect(nodes).toMatchObject([{ id, key: 'a.txt', currentVersionId: null }]);
    expect(Date.now() - nodes[0]!.deletedAt!.getTime()).toBeLessThan(60_000);
  });

  it('comes back as it was', async () => {
    expect(await restoreDocument(open.database, reader(), id)).toMatchObject({
      id,
      key: 'a.txt',
      deletedAt: null,
      currentVersionId: versionId,
    });
    expect(await find('zebra')).toContain('a.txt');
    expect(await list({ deleted: true })).toEqual([]);
  });

  it('cannot be deleted again, but purged', async () => {
    await expect(deleteDocument(open.database, reader(), id)).rejects.toMatchObject(notFound);
    await deleteDocument(open.database, reader(), id, true);
    expect(await rowsOf(id)).toEqual([0, 0, 0]);
    await expect(restoreDocument(open.database, reader(), id)).rejects.toMatchObject(notFound);
  });

  it('can be restored and is kept until the retention ends, to the day', async () => {
    await setDeletedAt(id, daysAgo(29.99));
    expect([await purgeDeleted(open.database, workspace), await list({ deleted: true })]).toEqual([0, ['a.txt']]);
    await setDeletedAt(id, daysAgo(30.01));
    expect(await list({ deleted: true })).toEqual([]);
    await expect(restoreDocument(open.database, reader(), id)).rejects.toMatchObject(notFound);
    expect(await rowsOf(id)).toEqual([1, 1, 1]);
    expect(await purgeDeleted(open.database, workspace)).toBe(1);
    expect(await rowsOf(id)).toEqual([0, 0, 0]);
    expect(await list()).toEqual(['b.txt']);
  });

  it('is purged in its own workspace alone', async () => {
    await setDeletedAt(id, daysAgo(100));
    expect(await purgeDeleted(open.database, await newWorkspace(open.database))).toBe(0);
    expect(await rowsOf(id)).toEqual([1, 1, 1]);
  });
});

describe('without retention', () => {
  it('a deletion is a purge, and what was deleted before cannot be restored', async () => {
    const [one = '', two = ''] = await take(plain('a.txt', 'A zebra.'), plain('b.txt', 'An otter.'));
    await deleteDocument(open.database, reader(), one);
    expect(await createWorkspaces(open.database).setRetention(workspace, 0)).toMatchObject({
      id: workspace,
      retentionDays: 0,
    });
    await deleteDocument(open.database, reader(), two);
    expect(await rowsOf(two)).toEqual([0, 0, 0]);
    await expect(restoreDocument(open.database, reader(), one)).rejects.toMatchObject(notFound);
    expect(await purgeDeleted(open.database, workspace)).toBe(1);
  });
});

it('the retention is a whole number of days from 0 to 3,650; 30 at first', async () => {
  const workspaces = createWorkspaces(open.database);
  expect(await workspaces.find(workspace)).toMatchObject({ retentionDays: 30 });
  for (const days of [-1, 3_651, 1.5, Number.NaN])
    await expect(workspaces.setRetention(workspace, days)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'days' },
    });
  expect(await workspaces.setRetention(workspace, 3_650)).toMatchObject({ retentionDays: 3_650 });
  await expect(workspaces.setRetention(newId(), 5)).rejects.toMatchObject(notFound);
});

it('deleting and restoring what is not there is not found', async () => {
  for (const id of ['x', newId()]) {
    await expect(deleteDocument(open.database, reader(), id)).rejects.toMatchObject(notFound);
    await expect(deleteDocument(open.database, reader(), id, true)).rejects.toMatchObject(notFound);
    await expect(restoreDocument(open.database, reader(), id)).rejects.toMatchObject(notFound);
  }
  const [id = ''] = await take(plain('a.txt', 'A zebra.'));
  await expect(restoreDocument(open.database, reader(), id)).rejects.toMatchObject(notFound);
});

describe('lists', () => {
  filledOnce(() =>
    take(
      plain('a.txt', 'A zebra.', { semanticType: 'Policy', author: 'Ann' }),
      plain('b.txt', 'Ein Otter.', { language: 'de', semanticType: 'faq' }),
      { key: 'c.md', text: '# C\n\nA heron.', format: 'MARKDOWN', language: 'en' },
    ),
  );

  it.each<[DocumentFilter, readonly string[]]>([
    [{ sourceTypes: ['MARKDOWN', 'PDF'] }, ['c.md']],
    [{ semanticTypes: ['POLICY', 'FAQ'] }, ['a.txt', 'b.txt']],
    [{ languages: ['de'] }, ['b.txt']],
    [{ languages: ['DE', 'en'], sourceTypes: ['PLAIN_TEXT'] }, ['a.txt', 'b.txt']],
    [{ keys: ['c.md', 'a.txt', 'lost.md'] }, ['a.txt', 'c.md']],
    [{ keys: ['c.md', 'b.txt'], languages: ['de'] }, ['b.txt']],
    [{ deleted: false }, ['a.txt', 'b.txt', 'c.md']],
    [{ deleted: true }, []],
  ])('%j lists %j', async (filter, expected) => {
    expect(await list(filter)).toEqual(expected);
  });

  it('in the order of titles, each is listed once, equal titles and cases too, and goes on after any of them', async () => {
    const titled = (key: string, title: string) => plain(key, `On ${key}.`, { title, tags: ['titled'] });
    await take(
      titled('t1', 'beta'),
      titled('t2', 'Alpha'),
      titled('t3', 'Beta'),
      titled('t4', 'beta'),
      titled('t5', 'Ära|x'),
    );
    const page = async (first: number, after?: string) =>
      pageOfDocuments(open.database, reader(), { first, after, orderBy: 'TITLE' }, { tags: ['titled'] });
    const all = await page(100);
    expect(all.nodes.map(({ title }) => title.toLowerCase()).slice(0, 4)).toEqual(['alpha', 'beta', 'beta', 'beta']);
    expect(all.nodes).toHaveLength(5);
    for (const [position, cursor] of all.cursors.entries())
      expect((await page(100, cursor)).nodes).toEqual(all.nodes.slice(position + 1));
    const byTime = await pageOfDocuments(open.database, reader(), { first: 1 }, {});
    await expect(page(1, byTime.cursors[0])).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field: 'after' } });
  });

  it('an empty list is refused, by the name of its field', async () => {
    for (const field of ['keys', 'sourceTypes', 'semanticTypes', 'languages'] as const)
      await expect(list({ [field]: [] })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { field: `filter.${field}` },
      });
  });

  it('a document comes with what is known of it', async () => {
    const [found] = await readDocumentsByKey(open.database, reader(), ['a.txt']);
    expect(found).toMatchObject({
      sourceType: 'PLAIN_TEXT',
      semanticType: 'Policy',
      author: 'Ann',
      language: 'en',
      accessGroups: [],
      supersededBy: null,
      deletedAt: null,
    });
  });
});

describe('chunks', () => {
  const animals = ['zebra', 'otter', 'heron', 'stork', 'badger'];
  const places = 'meadow river hill swamp garden harbour forest island valley desert cliff orchard'.split(' ');
  const foods = 'grass fish frogs roots berries seeds leaves snails bark honey mice clover'.split(' ');
  const habits = 'sleeps rests swims hunts plays hides waits digs sings builds climbs bathes'.split(' ');
  /** Sentences enough that each part is a chunk of its own, and different enough to be worth finding. */
  const sections = animals
    .map(
      (animal, part) =>
        `# About the ${animal}\n\n${places.map((place, index) => `In the ${place} a ${animal} ${habits[(index + part) % 12]!} before noon and looks for ${foods[(index * 5 + part) % 12]!}, while its young ones wait near the ${places[(index + 7) % 12]!} for ${foods[(index + 3 * part) % 12]!}.`).join(' ')}`,
    )
    .join('\n\n');
  let versionId: string;
  beforeEach(async () => {
    const [id = ''] = await take({ key: 'a.md', text: sections, format: 'MARKDOWN', language: 'en' });
    versionId = (await readDocuments(open.database, reader(), [id]))[0]!.currentVersionId!;
  });
  const page = async (first: number, after?: string) =>
    (await pagesOfChunks(open.database, reader(), [versionId], { first, after }))[0]!;

  it('are paged in the order of the text, each once, and stand where they say', async () => {
    const [version] = await readVersions(open.database, reader(), [versionId]);
    const all = (await page(100)).nodes;
    expect(all.length).toBeGreaterThan(4);
    const paged = [];
    for (let next: string | undefined, more = true; more;) {
      const { nodes, hasNextPage, endCursor } = await page(2, next);
      paged.push(...nodes);
      [next, more] = [endCursor ?? undefined, hasNextPage];
    }
    expect(paged).toEqual(all);
    for (const [position, chunk] of all.entries()) {
      expect(chunk).toMatchObject({
        ordinal: position,
        versionId,
        contentType: 'PROSE',
        omitted: false,
        omitReason: null,
        omitOverride: null,
        hypotheticalCount: 0,
        duplicates: [],
      });
      expect(version!.text.slice(chunk.sourceSpan.start, chunk.sourceSpan.end)).toBe(chunk.text);
      expect(locate(version!.sourceMap, chunk.sourceSpan)?.line).toBe(
        sections.slice(0, sections.indexOf(chunk.text.slice(0, 60))).split('\n').length,
      );
    }
  });

  it('of several versions come in their order, empty where there is none', async () => {
    const pages = await pagesOfChunks(open.database, reader(), ['x', versionId, newId()], { first: 1 });
    expect(pages.map(({ nodes }) => nodes.length)).toEqual([0, 1, 0]);
  });

  it('a page of no or too many chunks, or behind what is no cursor, is refused', async () => {
    for (const wrong of [
      { first: 0 },
      { first: 101 },
      { first: 1, after: 'junk' },
      { first: 1, after: Buffer.from('c-1').toString('base64url') },
    ]) {
      await expect(
        pagesOfChunks(open.database, reader(), [versionId], wrong),
        JSON.stringify(wrong),
      ).rejects.toMatchObject({ code: 'BAD_INPUT' });
    }
  });

  it('name those of other documents that say the same, as far as the reader may see them', async () => {
    await take(plain('open.txt', 'Copy.'), plain('secret.txt', 'Copy.', { accessGroups: ['hr'] }));
    const [{ id } = { id: '' }] = (await page(1)).nodes;
    await open.pool.query(
      `update chunk set duplicate_group = $2 where workspace_id = $1 and (chunk_id = $2 or document_id in (select document_id from document where workspace_id = $1 and key in ('open.txt', 'secret.txt')))`,
      [workspace, id],
    );
    const keys = async (groups: readonly string[] | null) =>
      (await pagesOfChunks(open.database, reader(groups), [versionId], { first: 1 }))[0]!.nodes[0]!.duplicates.map(
        ({ documentKey }) => documentKey,
      );
    expect([await keys(null), await keys(['hr']), await keys([])]).toEqual([
      ['open.txt', 'secret.txt'],
      ['open.txt', 'secret.txt'],
      ['open.txt'],
    ]);
  });

  it('are taken out of retrieval and put back by a person; null lets the rule decide again', async () => {
    const { id } = (await page(5)).nodes[3]!;
    const finds = async () =>
      (
        await search({ database: open.database, embedder }, workspace, 'stork', {
          settings: { topK: 50, maxDistance: 2 },
        })
      ).passages.some(({ chunkId }) => chunkId === id);
    const count = async () => (await createWorkspaces(open.database).find(workspace))!.chunkCount;
    const before = await count();
    expect(await finds()).toBe(true);

    expect(await setChunkOmitted(open.database, reader(), id, true)).toMatchObject({
      id,
      omitted: true,
      omitOverride: true,
      omitReason: null,
    });
    expect([await finds(), await count()]).toEqual([false, before - 1]);
    expect(await setChunkOmitted(open.database, reader(), id, null)).toMatchObject({
      omitted: false,
      omitOverride: null,
    });
    expect(await finds()).toBe(true);

    await open.pool.query('update chunk_text set omit_reason = $3 where workspace_id = $1 and chunk_id = $2', [
      workspace,
      id,
      'NAVIGATION',
    ]);
    expect(await setChunkOmitted(open.database, reader(), id, null)).toMatchObject({
      omitted: true,
      omitOverride: null,
      omitReason: 'NAVIGATION',
    });
    expect(await finds()).toBe(false);
    expect(await setChunkOmitted(open.database, reader(), id, false)).toMatchObject({
      omitted: false,
      omitOverride: false,
    });
    expect(await finds()).toBe(true);
  });

  it('take what was generated from them along', async () => {
    const { id } = (await page(1)).nodes[0]!;
    const child = newId();
    await open.pool.query(
      `insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, body_length, title_length, heading_length, omitted)
      select workspace_id, $3, document_id, version_id, chunk_id, 'HYPOTHETICAL', 99, 0, 1, 1, 0, 0, false from chunk where workspace_id = $1 and chunk_id = $2`,
      [workspace, id, child],
    );
    expect((await page(1)).nodes[0]).toMatchObject({ hypotheticalCount: 1 });
    expect((await page(100)).nodes.map((chunk) => chunk.id)).not.toContain(child);
    expect(await setChunkOmitted(open.database, reader(), id, true)).toMatchObject({ hypotheticalCount: 1 });
    const { rows } = await open.pool.query('select omitted from chunk where workspace_id = $1 and chunk_id = $2', [
      workspace,
      child,
    ]);
    expect(rows).toEqual([{ omitted: true }]);
    await expect(setChunkOmitted(open.database, reader(), child, true)).rejects.toMatchObject(notFound);
  });

  it('that are not there are not found', async () => {
    for (const id of ['x', newId()])
      await expect(setChunkOmitted(open.database, reader(), id, true)).rejects.toMatchObject(notFound);
  });
});

describe('blocks', () => {
  const markdown = '# Fees\n\nPer month.\n\n## Plans\n\n| Plan | Fee |\n|---|---|\n| Pro | 9 |\n';
  const versionOf = async (id: string) => (await readDocuments(open.database, reader(), [id]))[0]!.currentVersionId!;

  it('are kept with a version, each with its span and the headings above it', async () => {
    const [id = ''] = await take({ key: 'fees.md', text: markdown, language: 'en' });
    const versionId = await versionOf(id);
    const [version] = await readVersions(open.database, reader(), [versionId]);
    const [blocks, none] = await readBlocks(open.database, reader(), [versionId, newId()]);
    expect(none).toBeNull();
    expect(blocks?.map(({ kind, text, level, headingPath }) => [kind, text, level, headingPath])).toEqual([
      ['HEADING', '# Fees', 1, []],
      ['PARAGRAPH', 'Per month.', null, ['Fees']],
      ['HEADING', '## Plans', 2, ['Fees']],
      ['TABLE', 'Plan: Pro; Fee: 9', null, ['Fees', 'Plans']],
    ]);
    expect(blocks?.every(({ span, text }) => version?.text.slice(span.start, span.end) === text)).toBe(true);
  });

  it('are behind the fences of their document: workspace, access groups, deletion', async () => {
    const [id = ''] = await take({ key: 'fees.md', text: markdown, language: 'en', accessGroups: ['hr'] });
    const versionId = await versionOf(id);
    const read = async (groups: readonly string[] | null, workspaceId = workspace) =>
      (await readBlocks(open.database, { workspaceId, accessGroups: groups }, [versionId]))[0]?.length ?? null;
    expect([
      await read(null),
      await read(['hr']),
      await read([]),
      await read(['it']),
      await read(null, await newWorkspace(open.database)),
    ]).toEqual([4, 4, null, null, null]);
    await deleteDocument(open.database, reader(), id);
    expect(await read(null)).toBeNull();
  });

  it('of a version that was stored before they were kept are not known', async () => {
    const [id = ''] = await take({ key: 'fees.md', text: markdown, language: 'en' });
    const versionId = await versionOf(id);
    await open.pool.query('update version_text set blocks = null where workspace_id = $1 and version_id = $2', [
      workspace,
      versionId,
    ]);
    expect(await readBlocks(open.database, reader(), [versionId])).toEqual([null]);
  });
});
