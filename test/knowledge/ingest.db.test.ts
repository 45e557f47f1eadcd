import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import type { DocumentFacts, DocumentInput, IngestProgress } from '../../src/knowledge/document.ts';
import {
  deleteDocument,
  countOfDocuments,
  pageOfDocuments,
  readDocuments,
  readVersionsOf,
  setState,
} from '../../src/knowledge/store/documents.ts';
import { ingest, type IngestOptions } from '../../src/knowledge/ingest/ingest.ts';
import { reEmbed } from '../../src/knowledge/ingest/reEmbed.ts';
import { silentLog } from '../../src/log.ts';
import { keysOf, search, type SearchChanges } from '../retrieval/search.ts';
import { countingDatabase } from '../support/countingDatabase.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
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
  embedder.calls.length = 0;
});

const reader = () => ({ workspaceId: workspace, accessGroups: null });
const parts = () => ({ database: open.database, embedder, parser: inlineParser, log: silentLog });
const document = (
  key: string,
  text: string,
  more: DocumentFacts & Pick<DocumentInput, 'format'> = {},
): DocumentInput => ({ key, text, format: 'MARKDOWN', ...more });
const take = (documents: readonly DocumentInput[], options?: IngestOptions) =>
  ingest(parts(), workspace, documents, options);
const find = async (query: string, changes?: SearchChanges) => keysOf(await search(parts(), workspace, query, changes));
const foundBy = async (query: string) => (await search(parts(), workspace, query)).keywordOrder.length;
const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status);
const idOf = async (key: string) =>
  (await pageOfDocuments(open.database, reader(), { first: 100 }, {})).nodes.find((each) => each.key === key)!.id;

/** What the workspace holds in each table: the number of rows, and a hash that changes with any write, even of equal values. */
async function contents(): Promise<Record<string, unknown>> {
  const { rows } = await open.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration' order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of rows) {
    const {
      rows: [row],
    } = await open.pool.query<{ total: number; hash: string }>(
      `select count(*)::int as total, md5(string_agg(t.xmin::text || t::text, '|' order by t::text)) as hash from ${name} t where workspace_id = $1`,
      [workspace],
    );
    if (row!.total > 0) found[name] = row;
  }
  return found;
}

describe('ingesting', () => {
  it('stores a document with everything that finds it', async () => {
    const summary = await take([
      document('fees.md', '# Fees\n\nA zebra costs nine crowns.', { tags: ['animals'], metadata: { owner: 'Ann' } }),
    ]);

    expect(summary).toMatchObject({
      createdCount: 1,
      updatedCount: 0,
      unchangedCount: 0,
      failedCount: 0,
      results: [{ key: 'fees.md', status: 'CREATED', error: null }],
    });
    const [stored] = await readDocuments(open.database, reader(), [summary.results[0]!.documentId!]);
    expect(stored).toMatchObject({
      key: 'fees.md',
      title: 'Fees',
      state: 'PUBLISHED',
      tags: ['animals'],
      metadata: { owner: 'Ann' },
    });
    const [passage] = (await search(parts(), workspace, 'zebra crowns')).passages;
    expect(passage).toMatchObject({
      documentKey: 'fees.md',
      text: 'A zebra costs nine crowns.',
      sectionPath: ['Fees'],
      versionNumber: 1,
    });
    const [versions] = await readVersionsOf(open.database, reader(), [stored!.id]);
    expect(versions![0]!.text.slice(passage!.sourceSpan.start, passage!.sourceSpan.end)).toBe(passage!.text);
    expect(stored!.currentVersionId).toBe(versions![0]!.id);
  });

  it('the same again writes no row and embeds no text', async () => {
    const documents = [
      document('a.md', 'Apples are red.'),
      document('b.md', '---\neffective: 2024-01-01\n---\nBananas are yellow.'),
      document('c.txt', 'Cherries.', { format: 'PLAIN_TEXT' }),
    ];
    await take(documents);
    const before = await contents();
    const embedded = embedder.calls.length;

    const summary = await take(documents);

    expect(summary).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 3, failedCount: 0 });
    expect(await contents()).toEqual(before);
    expect(embedder.calls).toHaveLength(embedded);
  });

  it('a changed text makes a version; the earlier text is kept and no longer found', async () => {
    await take([document('a.md', 'The fee is a zebra.')]);
    const summary = await take([document('a.md', 'The fee is an otter.')]);

    expect(statuses(summary.results)).toEqual(['UPDATED']);
    expect([await foundBy('zebra'), await foundBy('otter')]).toEqual([0, 1]);
    expect((await search(parts(), workspace, 'zebra')).passages.map((passage) => passage.text)).not.toContain(
      'The fee is a zebra.',
    );
    const [versions] = await readVersionsOf(open.database, reader(), [await idOf('a.md')]);
    expect(versions!.map((version) => [version.number, version.text, version.effectiveUntil])).toEqual([
      [2, 'The fee is an otter.', null],
      [1, 'The fee is a zebra.', versions![0]!.effectiveFrom],
    ]);
  });

  it('another title alone makes one too: each window begins with it', async () => {
    const text = 'A zebra costs nine crowns.';
    await take([document('a.md', text, { title: 'Fees' })]);
    expect(statuses((await take([document('a.md', text, { title: 'Prices of animals' })])).results)).toEqual([
      'UPDATED',
    ]);
    expect(embedder.calls).toEqual([`Fees. ${text}`, `Prices of animals. ${text}`]);
    expect(await foundBy('animals')).toBe(1);
  });

  it('going back to an earlier text is a change', async () => {
    for (const text of ['Text one.', 'Text two.']) await take([document('a.md', text)]);
    expect(statuses((await take([document('a.md', 'Text one.')])).results)).toEqual(['UPDATED']);
  });

  it.each([
    ['in order', [0, 1]],
    ['the later one first', [1, 0]],
  ])('two dated versions answer for their own time, %s', async (_, order) => {
    const versions = [
      document('old.md', '---\nid: fee\ntitle: Old\neffective: 2020-01-01\n---\nThe fee is a zebra.'),
      document('new.md', '---\nid: fee\ntitle: New\neffective: 2024-01-01\n---\nThe fee is an otter.'),
    ];
    expect(statuses((await take(order.map((position) => versions[position]!))).results)).toEqual([
      'CREATED',
      'UPDATED',
    ]);
    const textsAt = async (date: string) =>
      (await search(parts(), workspace, 'fee', { asOf: new Date(date) })).passages.map((passage) => passage.text);

    expect(await textsAt('2019-12-31')).toEqual([]);
    expect(await textsAt('2020-01-01')).toEqual(['The fee is a zebra.']);
    expect(await textsAt('2023-12-31T23:59:59.999Z')).toEqual(['The fee is a zebra.']);
    expect(await textsAt('2024-01-01')).toEqual(['The fee is an otter.']);
    expect((await readDocuments(open.database, reader(), [await idOf('fee')]))[0]!.title).toBe('New');
  });

  it('a version that begins later is not found yet', async () => {
    await take([
      document('a.md', 'Today a zebra.'),
      document('a.md', 'Tomorrow an otter.', { effectiveFrom: new Date(Date.now() + 86_400_000) }),
    ]);
    expect([await foundBy('zebra'), await foundBy('otter')]).toEqual([1, 0]);
  });

  it('a bad document among good ones is told, with a remedy, and stops none', async () => {
    const summary = await take([
      document('a.md', 'Apples.'),
      document('b.md', '  '),
      document('c.md', '---\na: [\n---\nx'),
      document('d.md', 'Dates.'),
    ]);
    expect(statuses(summary.results)).toEqual(['CREATED', 'FAILED', 'FAILED', 'CREATED']);
    expect(summary.results[1]).toMatchObject({
      key: 'b.md',
      documentId: null,
      error: {
        code: 'DOCUMENT_INVALID',
        message: 'The document has no text.',
        remedy: expect.stringContaining('others were taken'),
      },
    });
    expect(summary.failedCount).toBe(2);
    expect(await find('dates')).toContain('d.md');
  });

  it('duplicates in one batch are one document; of different texts the last is valid', async () => {
    const summary = await take([
      document('a.md', 'Apples.'),
      document('a.md', 'Apples.'),
      document('b.md', 'A zebra.'),
      document('b.md', 'An otter.'),
    ]);
    expect(statuses(summary.results)).toEqual(['CREATED', 'UNCHANGED', 'CREATED', 'UPDATED']);
    expect(await countOfDocuments(open.database, reader(), {})).toBe(2);
    expect([await foundBy('zebra'), await foundBy('otter')]).toEqual([0, 1]);
  });

  it('the same key from two sides at once is stored once', async () => {
    const [left, right] = await Promise.all([take([document('a.md', 'Apples.')]), take([document('a.md', 'Apples.')])]);
    expect([...statuses(left.results), ...statuses(right.results)].sort()).toEqual(['CREATED', 'UNCHANGED']);
    expect((await readVersionsOf(open.database, reader(), [await idOf('a.md')]))[0]).toHaveLength(1);
  });

  it('tells its progress after each document, over many batches', async () => {
    const seen: IngestProgress[] = [];
    await take(
      Array.from({ length: 40 }, (_, index) => document(`${index}.md`, `Text ${index}.`)),
      { total: 40, onProgress: (progress) => seen.push(progress) },
    );
    expect(seen.map(({ done, total, current }) => [done, total, current])).toEqual(
      Array.from({ length: 40 }, (_, index) => [index + 1, 40, `${index}.md`]),
    );
    expect(seen.at(-1)!.chunks).toBe(40);
  });

  it('stops on abort; the transaction that was stored stays whole, and is told whole', async () => {
    const abort = new AbortController();
    const documents = Array.from({ length: 40 }, (_, index) => document(`${index}.md`, `Text ${index}.`));
    const told: string[] = [];
    const work = take(documents, {
      signal: abort.signal,
      onResult: async ({ key }) => void told.push(key),
      onProgress: ({ done }) => {
        if (done === 5) abort.abort();
      },
    });
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await countOfDocuments(open.database, reader(), {})).toBe(16);
    expect(told).toEqual(documents.slice(0, 16).map(({ key }) => key));
    expect(statuses((await take(documents)).results)).toEqual(
      documents.map((_, position) => (position < 16 ? 'UNCHANGED' : 'CREATED')),
    );
  });

  it('short documents share a transaction and long ones have their own', async () => {
    const short = Array.from({ length: 20 }, (_, index) => document(`${index}.md`, `Text ${index}.`));
    const long = [0, 1].map((index) =>
      document(`long ${index}.md`, `Animal ${index} walks on the plain. `.repeat(1_200)),
    );
    const { database, transactions } = countingDatabase(open.database);
    await ingest({ ...parts(), database }, workspace, [...short, ...long]);
    const storing = transactions.filter((names) => names.includes('knowledge.insertVersions'));
    expect(storing).toHaveLength(4);
    expect(Math.max(...storing.map((names) => names.length))).toBeLessThanOrEqual(15);
  });

  it('a document that cannot be stored fails alone, and its neighbours are stored', async () => {
    const year = { effectiveFrom: new Date(Date.UTC(-6_000, 0, 1)) };
    const given = [document('a.md', 'Apples.'), document('b.md', 'Bananas.', year), document('c.md', 'Cherries.')];
    const summary = await take(given);
    expect(summary.results.map(({ key, status, error }) => [key, status, error?.code])).toEqual([
      ['a.md', 'CREATED', undefined],
      ['b.md', 'FAILED', 'BAD_INPUT'],
      ['c.md', 'CREATED', undefined],
    ]);
  });

  it('finds the copies among documents of one transaction, as among those of several', async () => {
    const prose = 'The cable car runs from the valley to the summit every half hour, and the last one leaves at six.';
    const other =
      'Whoever loses a ticket asks at the counter, where another one is printed for a fee of nine crowns today.';
    const documents = [
      document('one.md', `${prose} Today.`),
      document('two.md', `${prose} Today!`),
      document('three.md', other),
      document('four.md', `${prose} Today?`),
      document('five.md', other),
    ];
    const groupsOf = async (ingested: readonly (readonly DocumentInput[])[]) => {
      const into = await newWorkspace(open.database);
      for (const some of ingested) await ingest(parts(), into, some);
      const { rows } = await open.pool.query<{ key: string; first: string | null }>(
        `select d.key, (select e.key from chunk o join document e using (workspace_id, document_id) where o.workspace_id = $1 and o.duplicate_group = c.duplicate_group order by o.chunk_id limit 1) as first
         from chunk c join document d using (workspace_id, document_id) where workspace_id = $1`,
        [into],
      );
      return Object.fromEntries(rows.map(({ key, first }) => [key, first]));
    };
    const together = await groupsOf([documents]);
    expect(together).toEqual({
      'one.md': 'one.md',
      'two.md': 'one.md',
      'four.md': 'one.md',
      'three.md': 'three.md',
      'five.md': 'three.md',
    });
    expect(await groupsOf(documents.map((one) => [one]))).toEqual(together);
    expect(await groupsOf([documents.slice(0, 1), documents.slice(1)])).toEqual(together);
  });

  it('tells documents that could not be embedded, and takes them the next time', async () => {
    const broken = {
      ...embedder,
      embedDocuments: async () => {
        throw new CandorError('MODEL_UNAVAILABLE', 'The server is away.');
      },
    };
    const summary = await ingest({ ...parts(), embedder: broken }, workspace, [
      document('a.md', 'Apples.'),
      document('b.md', ''),
    ]);
    expect(summary.results.map(({ error }) => error?.code)).toEqual(['MODEL_UNAVAILABLE', 'DOCUMENT_INVALID']);
    expect(Object.keys(await contents())).toEqual(['workspace']);
    expect(statuses((await take([document('a.md', 'Apples.')])).results)).toEqual(['CREATED']);
  });

  it('takes any text: emoji, right-to-left, one line of 50 kB', async () => {
    const texts = [
      '👩‍👩‍👧 naïve café',
      'مرحبا بالعالم. كيف حالك؟',
      `${Array.from({ length: 6_000 }, (_, index) => 'animal plain walks eats sleeps grass'.split(' ')[index % 6]! + String.fromCharCode(97 + (index % 26), 97 + (index % 25))).join(' ')} meets a zebra`,
      '\uD800 lone',
      "Robert'); drop table run; --",
    ];
    const summary = await take(texts.map((text, index) => document(`${index}.txt`, text, { format: 'PLAIN_TEXT' })));
    expect(summary.failedCount).toBe(0);
    expect(await find('zebra')).toContain('2.txt');
  });
});

describe('another embedder', () => {
  const other = createHashedEmbedder('test:other@1:32', 32);

  it('is refused for writing and searching, with the command that re-embeds; nothing changes', async () => {
    await take([document('a.md', 'Apples.')]);
    const before = await contents();
    const mismatch = {
      code: 'EMBEDDER_MISMATCH',
      details: { stored: embedder.fingerprint, configured: other.fingerprint },
      remedy: expect.stringContaining('candor ingest --re-embed'),
    };
    await expect(
      ingest({ ...parts(), embedder: other }, workspace, [document('b.md', 'Bananas.')]),
    ).rejects.toMatchObject(mismatch);
    await expect(search({ ...parts(), embedder: other }, workspace, 'apples')).rejects.toMatchObject(mismatch);
    await expect(saveCurated(open.database, other, workspace, { question: 'q', answer: 'a' })).rejects.toMatchObject(
      mismatch,
    );
    expect(await contents()).toEqual(before);
  });

  it('is switched to by reEmbed, which keeps every text and leaves only its vectors', async () => {
    await take(Array.from({ length: 5 }, (_, index) => document(`${index}.md`, `Text ${index} about a zebra.`)));
    await saveCurated(open.database, embedder, workspace, {
      question: 'Which animal?',
      alternatives: ['What beast?'],
      answer: 'A zebra.',
    });

    const progress: number[] = [];
    expect(
      await reEmbed({ ...parts(), embedder: other }, workspace, { onProgress: ({ done }) => progress.push(done) }),
    ).toEqual({ windowCount: 7 });

    expect(progress.at(-1)).toBe(5);
    for (const table of ['chunk_window', 'curated_window']) {
      const { rows } = await open.pool.query(
        `select distinct model, vector_dims(embedding) as dimensions from ${table} where workspace_id = $1`,
        [workspace],
      );
      expect(rows).toEqual([{ model: other.fingerprint, dimensions: 32 }]);
    }
    const found = await search({ ...parts(), embedder: other }, workspace, 'Text 3 about a zebra.');
    expect(found.vectorOrder).toHaveLength(5);
    expect(found.passages[0]).toMatchObject({ documentKey: '3.md', trace: { vector: { rank: 1 } } });
    await expect(find('zebra')).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' });
  });

  it('reads by reEmbed what it would have read when it was ingested: the title and the heading before the text', async () => {
    const again = createHashedEmbedder('test:again@1:64');
    const long = (fact: string) => `${fact} ${'It is paid at the gate. '.repeat(40)}`;
    await take([
      document(
        'fees.md',
        `# Fees\n\n## Zebras\n\n${long('A zebra costs nine crowns.')}\n\n## Otters\n\n${long('An otter costs two.')}`,
      ),
      document('plain.txt', 'A tree is green.', { format: 'PLAIN_TEXT', title: 'Trees' }),
    ]);
    await take([document('fees.md', '# Prices\n\nA lynx costs ten.')]);
    const vectors = async () =>
      (
        await open.pool.query(
          'select chunk_id, ordinal, start_offset, end_offset, embedding::text from chunk_window where workspace_id = $1 order by chunk_id, ordinal',
          [workspace],
        )
      ).rows as { chunk_id: string }[];
    const { rows: past } = await open.pool.query<{ chunk_id: string }>(
      'select chunk_id from chunk join document_version v using (workspace_id, version_id) where workspace_id = $1 and v.effective_until is not null',
      [workspace],
    );
    const isCurrent = ({ chunk_id: id }: { chunk_id: string }) => !past.some((row) => row.chunk_id === id);
    const ingested = (await vectors()).filter(isCurrent);
    expect([past.length, ingested.length]).toEqual([2, 2]);

    await reEmbed({ ...parts(), embedder: again }, workspace);

    expect((await vectors()).filter(isCurrent)).toEqual(ingested);
    // The title of a document is that of its newest version.
    const asOfToday = (texts: readonly string[]) => texts.map((text) => text.replace(/^Fees/, 'Prices')).toSorted();
    expect(embedder.calls).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Fees: Zebras\. A zebra/),
        expect.stringMatching(/^Fees: Otters\. An otter/),
        'Trees. A tree is green.',
        'Prices. A lynx costs ten.',
      ]),
    );
    expect(again.calls.toSorted()).toEqual(asOfToday(embedder.calls));
  });

  it('may be switched to again after it was stopped half way: until then searches go on', async () => {
    await take([document('a.md', 'A zebra.')]);
    const failing = {
      ...other,
      embedDocuments: async () => {
        throw new CandorError('MODEL_UNAVAILABLE', 'away');
      },
    };
    await expect(reEmbed({ ...parts(), embedder: failing }, workspace)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
    expect(await find('zebra')).toEqual(['a.md']);
    expect(await reEmbed({ ...parts(), embedder: other }, workspace)).toEqual({ windowCount: 1 });
  });
});

describe('a draft', () => {
  it('is found by neither arm until it is published again', async () => {
    await take([document('a.md', 'A zebra.'), document('b.md', 'An otter.')]);
    const id = await idOf('a.md');
    expect(await setState(open.database, reader(), id, 'DRAFT')).toMatchObject({ state: 'DRAFT' });
    const hidden = await search(parts(), workspace, 'A zebra.', { settings: { maxDistance: 2 } });
    expect([keysOf(hidden), hidden.keywordOrder]).toEqual([['b.md'], []]);
    await setState(open.database, reader(), id, 'PUBLISHED');
    expect((await find('zebra'))[0]).toBe('a.md');
  });

  it('stays one when its text changes', async () => {
    await take([document('a.md', 'A zebra.')]);
    await setState(open.database, reader(), await idOf('a.md'), 'DRAFT');
    await take([document('a.md', 'An otter.')]);
    expect(await foundBy('otter')).toBe(0);
  });
});

describe('deleting a document', () => {
  it('hides it at once; purged, it leaves nothing but what points at it', async () => {
    await take([document('a.md', 'A zebra.'), document('a.md', 'An otter.')]);
    const id = await idOf('a.md');
    await saveCurated(open.database, embedder, workspace, { question: 'q', answer: 'a', sourceDocumentIds: [id] });
    await deleteDocument(open.database, reader(), id);
    expect(await find('otter')).toEqual([]);
    expect(await readDocuments(open.database, reader(), [id])).toEqual([undefined]);
    await take([document('a.md', 'A lynx.')]);
    expect(await find('lynx')).toEqual(['a.md']);
    await deleteDocument(open.database, reader(), id, true);
    expect(Object.keys(await contents())).toEqual(['curated_answer', 'curated_source', 'curated_window', 'workspace']);
    expect(await find('otter')).toEqual([]);
    await expect(deleteDocument(open.database, reader(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(deleteDocument(open.database, reader(), 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('pages documents in a stable order, each once, with filters', async () => {
  await take(
    Array.from({ length: 7 }, (_, index) =>
      document(`${index}_%.md`, `Text ${index}.`, {
        tags: index % 2 ? ['odd'] : [],
        updatedAt: new Date(Date.UTC(2024, 0, 1 + (index % 3))),
      }),
    ),
  );
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const page = await pageOfDocuments(open.database, reader(), { first: 3, after }, {});
    keys.push(...page.nodes.map((node) => node.key));
    after = page.hasNextPage ? page.endCursor! : undefined;
  } while (after);
  expect([keys.length, new Set(keys).size]).toEqual([7, 7]);
  expect(await countOfDocuments(open.database, reader(), {})).toBe(7);
  expect(await countOfDocuments(open.database, reader(), { tags: ['odd'] })).toBe(3);
  expect(await countOfDocuments(open.database, reader(), { contains: '_%' })).toBe(7);
  expect(
    (await pageOfDocuments(open.database, reader(), { first: 100 }, { contains: '5_' })).nodes.map((node) => node.key),
  ).toEqual(['5_%.md']);
  for (const page of [{ first: 0 }, { first: 101 }, { first: 1.5 }, { first: 1, after: 'junk' }])
    await expect(pageOfDocuments(open.database, reader(), page, {})).rejects.toMatchObject({ code: 'BAD_INPUT' });
});
