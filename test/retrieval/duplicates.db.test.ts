import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search, type SearchChanges } from './search.ts';

let open: OpenTestDatabase;
let workspace: string;
const embedder = createHashedEmbedder();
const copies = ['copy0.txt', 'copy1.txt', 'copy2.txt', 'copy3.txt'];
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

/** Four texts that say the same, the last for a group of readers only, and three that do not. */
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  const texts = {
    'copy0.txt': 'zebra otter',
    'copy1.txt': 'zebra otter',
    'copy2.txt': 'zebra, otter!',
    'copy3.txt': 'zebra otter',
    'other.txt': 'zebra lion',
    'far.txt': 'otter heron stork',
    'none.txt': 'crane',
  };
  await ingest(
    { database: open.database, embedder, parser: inlineParser, log: silentLog },
    workspace,
    Object.entries(texts).map(([key, text]) => ({
      key,
      text,
      format: 'PLAIN_TEXT' as const,
      language: 'en',
      accessGroups: key === 'copy3.txt' ? ['secret'] : [],
    })),
  );
  await group(copies);
});

/** Gives the chunks of these documents a band in common, which texts of this length are too short for. */
async function group(keys: readonly string[]): Promise<void> {
  await open.pool.query('delete from chunk_band where workspace_id = $1', [workspace]);
  await open.pool.query(
    'insert into chunk_band (workspace_id, chunk_id, hash) select workspace_id, chunk_id, 42 from chunk join document using (workspace_id, document_id) where workspace_id = $1 and key = any ($2)',
    [workspace, keys],
  );
}

const find = (changes: SearchChanges = {}) =>
  search({ database: open.database, embedder }, workspace, 'zebra otter', {
    ...changes,
    settings: { maxDistance: 2, ...changes.settings },
  });

it.each(['CONVEX', 'RRF'] as const)(
  'the best copy stays, with its own score; the others stand on it (%s)',
  async (fusion) => {
    await group([]);
    const before = await find({ settings: { fusion } });
    await group(copies);
    const found = await find({ settings: { fusion } });
    const best = before.passages.find(({ documentKey }) => copies.includes(documentKey))!;

    expect(found.passages[0]).toMatchObject({ chunkId: best.chunkId, score: best.score, trace: best.trace, rank: 1 });
    expect(found.passages[0]!.duplicates.map(({ documentKey }) => documentKey)).toEqual(
      keysOf(before)
        .filter((key) => copies.includes(key))
        .slice(1),
    );
    expect(keysOf(found)).toEqual(keysOf(before).filter((key) => !copies.includes(key) || key === best.documentKey));
    expect(found.passages.slice(1).flatMap(({ duplicates }) => duplicates)).toEqual([]);
    for (const { score, trace } of found.passages)
      expect(trace.vector.contribution + trace.keyword.contribution).toBe(score);
  },
);

it('a pointer leads to the copy', async () => {
  const [pointer] = (await find()).passages[0]!.duplicates;
  const { rows } = await open.pool.query(
    'select c.chunk_id as "chunkId", d.document_id as "documentId", d.key as "documentKey", c.version_id as "versionId" from chunk c join document d using (workspace_id, document_id) where workspace_id = $1 and c.chunk_id = $2',
    [workspace, pointer!.chunkId],
  );
  expect(rows).toEqual([pointer]);
});

it('topK is filled from what is left', async () => {
  expect(keysOf(await find({ settings: { topK: 3 } })).filter((key) => !copies.includes(key))).toHaveLength(2);
});

it('copies never count as independent evidence: the order of an arm has one of them', async () => {
  const { passages, vectorOrder, keywordOrder } = await find();
  const kept = new Set(passages.map(({ chunkId }) => chunkId));
  for (const order of [vectorOrder, keywordOrder]) {
    expect(order.filter((id) => !kept.has(id))).toEqual([]);
    expect(new Set(order).size).toBe(order.length);
  }
});

it('a copy that the reader may not see is not told of', async () => {
  const found = await find({ accessGroups: [] });
  expect(found.passages[0]!.duplicates).toHaveLength(2);
  expect(JSON.stringify(found)).not.toContain('copy3.txt');
});

describe('copies that fill an arm', () => {
  /** 40 documents of one text, nearest to the question, before 20 others. */
  beforeEach(async () => {
    workspace = await newWorkspace(open.database);
    const many = Array.from({ length: 40 }, (_, index) => [`same${index}.txt`, 'zebra otter']);
    const others = Array.from({ length: 20 }, (_, index) => [
      `other${index}.txt`,
      `zebra ${['lion', 'wolf', 'bear', 'heron', 'stork'][index % 5]!} ${index} ${'crane '.repeat(index)}`,
    ]);
    await ingest(
      { database: open.database, embedder, parser: inlineParser, log: silentLog },
      workspace,
      [...many, ...others].map(([key, text]) => ({
        key: key!,
        text: text!,
        format: 'PLAIN_TEXT' as const,
        language: 'en',
      })),
    );
    await group(many.map(([key]) => key!));
  });

  it('leave as many texts as there are: the arm is asked for more', async () => {
    const found = await find();
    expect(keysOf(found)).toHaveLength(10);
    expect(keysOf(found).filter((key) => key.startsWith('same'))).toHaveLength(1);
    expect(found.passages[0]!.duplicates).toHaveLength(39);
    expect(found.candidates).toHaveLength(21);
    for (const order of [found.vectorOrder, found.keywordOrder])
      expect([order.length, new Set(order).size]).toEqual([21, 21]);
  });

  it('in a page of two, and in a recipe with one arm', async () => {
    expect(keysOf(await find({ settings: { topK: 2, vectorCandidates: 5, keywordCandidates: 5 } }))).toHaveLength(2);
    expect(keysOf(await find({ preset: 'NAIVE' }))).toHaveLength(5);
  });

  it('a filter that leaves them alone leaves one', async () => {
    expect(keysOf(await find({ filter: { keyPrefix: 'same' } }))).toHaveLength(1);
  });
});
