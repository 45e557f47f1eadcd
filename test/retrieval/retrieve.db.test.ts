import { bm25Bound } from '../../src/retrieval/passage.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { CandorError } from '../../src/errors.ts';
import type { DocumentFacts } from '../../src/knowledge/document.ts';
import { maxPerChunk } from '../../src/knowledge/hypotheticals/store.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { indexWords, storeWindows } from '../../src/knowledge/store/storeVersions.ts';
import { insertHypotheticals, insertHypotheticalTexts } from '../../src/knowledge/hypotheticals/hypotheticals.sql.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { maxQueryLength } from '../../src/retrieval/question/question.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { fillOnce } from '../support/fillOnce.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search, type SearchChanges } from './search.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { cpuNow } from '../support/clocks.ts';

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

const take = (
  texts: Readonly<Record<string, string>>,
  more: DocumentFacts = {},
  model: Embedder = embedder,
  format: 'PLAIN_TEXT' | 'MARKDOWN' = 'PLAIN_TEXT',
) =>
  ingest(
    { database: open.database, embedder: model, parser: inlineParser, log: silentLog },
    workspace,
    Object.entries(texts).map(([key, text]) => ({ key, text, format, ...more })),
  );
const find = (query: string, changes?: SearchChanges) =>
  search({ database: open.database, embedder }, workspace, query, changes);
const chunkOf = async (key: string) =>
  (
    await open.pool.query<{ chunk_id: string }>(
      `select chunk_id from chunk join document using (workspace_id, document_id) where workspace_id = $1 and key = $2 and kind = 'PASSAGE'`,
      [workspace, key],
    )
  ).rows[0]!.chunk_id;

/** A generated paraphrase of a passage, stored as its maker would store it. */
async function addHypothetical(key: string, text: string, position = 0): Promise<string> {
  const parent = await chunkOf(key);
  const id = newId();
  const [vector] = await embedder.embedDocuments([text]);
  await open.database.inWorkspace(workspace, async (transaction) => {
    await transaction.query(insertHypotheticals, {
      workspaceId: workspace,
      ids: [id],
      parentIds: [parent],
      positions: [position],
      maxPerChunk,
    });
    await transaction.query(insertHypotheticalTexts, {
      workspaceId: workspace,
      ids: [id],
      texts: [text],
      tokenCounts: [5],
      analysedTexts: [text],
    });
    await indexWords(transaction, workspace, [id]);
    await storeWindows(
      transaction,
      workspace,
      embedder.fingerprint,
      [id],
      [[{ window: { start: 0, end: text.length, text }, vector: vector! }]],
    );
  });
  return id;
}

const filledOnce = (fill: () => Promise<unknown>) => {
  fillOnce(
    () => newWorkspace(open.database),
    (id) => {
      workspace = id;
    },
    fill,
  );
};

describe('a hypothetical', () => {
  beforeEach(() =>
    take({
      'fee.txt': 'The annual charge is nine crowns.',
      'bell.txt': 'Visitors ring the bell at the gate.',
      'gate.txt': 'The gate opens at nine.',
    }),
  );

  it('helps its passage to be found by words that only it holds, and is never shown', async () => {
    expect(keysOf(await find('subscription price', { settings: { maxDistance: 0.5 } }))).toEqual([]);
    const id = await addHypothetical('fee.txt', 'What is the subscription price?');
    const found = await find('subscription price', { settings: { maxDistance: 0.5 } });
    expect(found.passages.map((passage) => [passage.documentKey, passage.text])).toEqual([
      ['fee.txt', 'The annual charge is nine crowns.'],
    ]);
    expect([
      ...found.vectorOrder,
      ...found.keywordOrder,
      ...found.passages.map(({ chunkId }) => chunkId),
    ]).not.toContain(id);
  });

  it.each(['CANDOR', 'CONSENSUS'] as const)(
    'votes once with its passage in each arm, however many there are (%s)',
    async (preset) => {
      const before = await find('gate', { preset, settings: { maxDistance: 2, fusion: 'RRF' } });
      await addHypothetical('gate.txt', 'When does the gate open?');
      await addHypothetical('gate.txt', 'Opening time of the gate', 1);
      const found = await find('gate', { preset, settings: { maxDistance: 2, fusion: 'RRF' } });

      for (const order of [found.vectorOrder, found.keywordOrder, found.passages.map(({ chunkId }) => chunkId)])
        expect(new Set(order).size).toBe(order.length);
      const gate = found.passages.find((passage) => passage.documentKey === 'gate.txt')!;
      expect(gate.score).toBeLessThanOrEqual(2 / 61);
      // The ranks behind it do not move down: a parent takes one place in the arm.
      expect([found.vectorOrder.length, found.keywordOrder.length]).toEqual([
        before.vectorOrder.length,
        before.keywordOrder.length,
      ]);
      expect(
        gate.trace.keyword.rank! +
          found.passages.find((passage) => passage.documentKey === 'bell.txt')!.trace.keyword.rank!,
      ).toBe(3);
    },
  );

  it('does not use up candidates: the limit counts parents', async () => {
    for (const number of [1, 2, 3]) await addHypothetical('gate.txt', `The gate, the gate ${number}`, number);
    const found = await find('gate', { settings: { vectorCandidates: 2, keywordCandidates: 2, maxDistance: 2 } });
    expect([found.vectorOrder.length, found.keywordOrder.length]).toEqual([2, 2]);
  });
});

type Field = 'body' | 'title' | 'heading';
type FieldLengths = Readonly<Record<Field, number>> & { readonly chunk_id: string };
const fields: readonly (readonly [Field, number])[] = [
  ['body', 1],
  ['title', 2],
  ['heading', 1],
];

describe('fusion', () => {
  beforeEach(() =>
    take({ 'a.txt': 'zebra otter', 'b.txt': 'zebra zebra lion wolf bear', 'c.txt': 'heron stork crane' }),
  );

  it('RRF gives each passage the sum of 1 / (60 + rank), told in its trace', async () => {
    const found = await find('zebra otter', {
      preset: 'CANDOR',
      settings: { fusion: 'RRF', keywordWeight: 1, maxDistance: 2 },
    });
    expect(found.passages.map((passage) => passage.rank)).toEqual([1, 2, 3]);
    for (const passage of found.passages) {
      const vector = found.vectorOrder.indexOf(passage.chunkId) + 1;
      const keyword = found.keywordOrder.indexOf(passage.chunkId) + 1;
      expect(passage.trace).toMatchObject({ vector: { rank: vector || null }, keyword: { rank: keyword || null } });
      expect(passage.score).toBeCloseTo((vector ? 1 / (60 + vector) : 0) + (keyword ? 1 / (60 + keyword) : 0), 12);
    }
    expect(keysOf(found)[0]).toBe('a.txt');
  });

  it('CONVEX gives each the cosine and, with the weight of the arm, its share of the most that the keyword score could be', async () => {
    const found = await find('zebra otter', { settings: { maxDistance: 2 } });
    const bound = bm25Bound(found.idf);
    const { keywordWeight } = presets.CANDOR.settings;
    for (const passage of found.passages)
      expect(passage.score).toBeCloseTo(
        passage.trace.vector.rawScore! + (keywordWeight * (passage.trace.keyword.rawScore ?? 0)) / bound,
        12,
      );
    expect(found.passages[0]).toMatchObject({ documentKey: 'a.txt', coverage: 1 });
  });

  it('knows the similarity of a passage that the vector arm cut off', async () => {
    const found = await find('zebra', { settings: { vectorCandidates: 1 } });
    const cut = found.passages.find((passage) => passage.trace.vector.rank === null)!;
    expect(cut.trace.vector.rawScore).toBeGreaterThan(0);
    expect(cut.trace.keyword.rank).not.toBeNull();
  });

  it('BM25F is the published formula: fields body 1, title 2, headings 1, b .75 in each, k1 1.2, idf ln(1 + (N - n + .5) / (n + .5))', async () => {
    await take(
      {
        'd.md': '# Otter rivers\n\nThe heron waits for the stork.\n\n## Otter and zebra\n\nLion, wolf, bear, otter.',
        'e.md': '# Stork hills\n\nA crane, a zebra.',
      },
      {},
      embedder,
      'MARKDOWN',
    );
    const found = await find('zebra otter');
    const { rows } = await open.pool.query<FieldLengths>(
      'select chunk_id, body_length as body, title_length as title, heading_length as heading from chunk where workspace_id = $1',
      [workspace],
    );
    const { rows: postings } = await open.pool.query<FieldLengths & { lexeme: string }>(
      'select chunk_id, lexeme, body, title, heading from posting where workspace_id = $1',
      [workspace],
    );
    // A field that few passages have counts as one word long: without headings a mean near nothing would make every heading a long one.
    const mean = (field: Field) => Math.max(1, rows.reduce((sum, row) => sum + row[field], 0) / rows.length);
    const idf = (lexeme: string) => {
      const holding = postings.filter((posting) => posting.lexeme === lexeme).length;
      return Math.log(1 + (rows.length - holding + 0.5) / (holding + 0.5));
    };
    const part = (lexeme: string, chunk: FieldLengths) => {
      const posting = postings.find((each) => each.lexeme === lexeme && each.chunk_id === chunk.chunk_id);
      const frequency = fields.reduce(
        (sum, [field, weight]) =>
          sum + (weight * (posting?.[field] ?? 0)) / (0.25 + (0.75 * chunk[field]) / mean(field)),
        0,
      );
      return (idf(lexeme) * frequency * 2.2) / (frequency + 1.2);
    };
    const expected = new Map(rows.map((row) => [row.chunk_id, part('zebra', row) + part('otter', row)]));

    // In every field, and in several at once.
    for (const [field] of fields)
      expect(postings.filter((posting) => posting.lexeme === 'otter' && posting[field] > 0).length).toBeGreaterThan(0);
    expect(found.keywordOrder).toHaveLength([...expected.values()].filter((score) => score > 0).length);
    for (const { chunkId, trace } of found.passages)
      // The parts of a score are whole millionths.
      expect(trace.keyword.rawScore ?? 0).toBeCloseTo(expected.get(chunkId)!, 5);
    expect(found.idf.get('otter')).toBeCloseTo(idf('otter'), 10);
  });

  it('a word that is asked twice counts twice', async () => {
    const once = await find('zebra otter');
    const twice = await find('zebra otter zebras');
    expect(twice.idf.get('zebra')).toBeCloseTo(2 * once.idf.get('zebra')!, 10);
    const scoreOf = (found: typeof once, key: string) =>
      found.passages.find((passage) => passage.documentKey === key)!.trace.keyword.rawScore!;
    expect(scoreOf(twice, 'b.txt')).toBeCloseTo(2 * scoreOf(once, 'b.txt'), 5);
  });

  it('gives words that stand nowhere their weight, and no coverage', async () => {
    const found = await find('zebra unicorn');
    expect(found.idf.get('unicorn')).toBeGreaterThan(found.idf.get('zebra')!);
    expect(found.passages[0]!.coverage).toBeCloseTo(
      found.idf.get('zebra')! / (found.idf.get('zebra')! + found.idf.get('unicorn')!),
      10,
    );
  });

  it('asks no keyword arm for NAIVE', async () => {
    const found = await find('zebra', { preset: 'NAIVE' });
    expect([found.keywordOrder, found.passages.length, found.passages[0]!.trace.keyword.contribution]).toEqual([
      [],
      3,
      0,
    ]);
  });
});

describe('a filter', () => {
  filledOnce(async () => {
    await take(
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`near${index}.txt`, `zebra otter n${index}`])),
    );
    await take(
      Object.fromEntries(
        Array.from({ length: 4 }, (_, index) => [
          `far${index}.txt`,
          `zebra among lions, wolves, bears, herons and storks that hide it f${index}`,
        ]),
      ),
      { tags: ['far', 'all'] },
    );
  });

  it.each(['CANDOR', 'CONSENSUS'] as const)(
    'stands inside the arms: it never shortens what is found (%s)',
    async (preset) => {
      const settings = { vectorCandidates: 4, keywordCandidates: 4, maxDistance: 2 };
      expect(keysOf(await find('zebra', { preset, settings })).filter((key) => key.startsWith('far'))).toEqual([]);
      for (const tags of [['far'], ['all', 'far']]) {
        const found = await find('zebra', { preset, settings, filter: { tags } });
        expect([found.vectorOrder.length, found.keywordOrder.length]).toEqual([4, 4]);
        expect(keysOf(found).sort()).toEqual(['far0.txt', 'far1.txt', 'far2.txt', 'far3.txt']);
      }
    },
  );

  it('by documents finds those alone; by none of them, or by an unknown tag, nothing', async () => {
    const { rows } = await open.pool.query<{ document_id: string }>(
      `select document_id from document where workspace_id = $1 and key = 'far2.txt'`,
      [workspace],
    );
    expect(keysOf(await find('zebra', { filter: { documentIds: [rows[0]!.document_id] } }))).toEqual(['far2.txt']);
    for (const filter of [{ documentIds: [] }, { documentIds: [newId()] }, { tags: ['far', 'unknown'] }])
      expect(keysOf(await find('zebra', { filter }))).toEqual([]);
  });

  it('does not change the weight of words', async () => {
    const all = await find('zebra otter');
    const some = await find('zebra otter', { filter: { tags: ['far'] } });
    expect(Object.fromEntries(some.idf)).toEqual(Object.fromEntries(all.idf));
  });
});

describe('the distance', () => {
  it('bounds the vector arm, and not what words find', async () => {
    await take({ 'a.txt': 'zebra otter', 'b.txt': 'zebra among lions, wolves, bears, herons and storks that hide it' });
    const all = await find('zebra otter', { settings: { maxDistance: 2 } });
    const distances = all.passages.map((passage) => 1 - passage.trace.vector.rawScore!);
    const between = (distances[0]! + distances[1]!) / 2;
    const found = await find('zebra otter', { settings: { maxDistance: between } });
    expect(found.vectorOrder).toEqual(all.vectorOrder.slice(0, 1));
    expect(keysOf(found)).toEqual(['a.txt', 'b.txt']);
    expect((await find('lion', { preset: 'NAIVE', settings: { maxDistance: 0 } })).passages).toEqual([]);
  });
});

describe('a fault', () => {
  const failing = (error: Error): Embedder => ({
    ...embedder,
    embedQuery: async () => {
      throw error;
    },
  });
  beforeEach(() => take({ 'a.txt': 'zebra otter' }));

  it('of the embedder leaves the keyword arm, and is told', async () => {
    const parts = {
      database: open.database,
      embedder: failing(new CandorError('MODEL_UNAVAILABLE', 'The model server is away.')),
    };
    const found = await search(parts, workspace, 'zebra');
    expect(found.degraded).toEqual([
      { part: 'VECTOR_ARM', message: 'The model server is away.', code: 'MODEL_UNAVAILABLE' },
    ]);
    expect(keysOf(found)).toEqual(['a.txt']);
    expect(found.passages[0]!.trace.vector).toEqual({ rank: null, rawScore: null, contribution: 0 });
    expect(found.curated).toEqual([]);
    await expect(search(parts, workspace, 'zebra', { preset: 'NAIVE' })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
  });

  it('of the keyword arm leaves the vector arm, and is told', async () => {
    await open.pool.query('alter function candor_search_bm25 rename to moved_away');
    try {
      const found = await find('zebra');
      expect(found.degraded).toMatchObject([
        { part: 'KEYWORD_ARM', message: expect.stringContaining('retrieval.searchBm25') },
      ]);
      expect(keysOf(found)).toEqual(['a.txt']);
      await expect(
        search({ database: open.database, embedder: failing(new Error('away')) }, workspace, 'zebra'),
      ).rejects.toMatchObject({ code: 'DATABASE_FAILED' });
    } finally {
      await open.pool.query('alter function moved_away rename to candor_search_bm25');
    }
  });

  it('is a cancellation when the caller went away', async () => {
    await expect(find('zebra', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    const abort = new AbortController();
    const leaving: Embedder = {
      ...embedder,
      embedQuery: async (text) => {
        abort.abort();
        return embedder.embedQuery(text);
      },
    };
    await expect(
      search({ database: open.database, embedder: leaving }, workspace, 'zebra', { signal: abort.signal }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('is told for a workspace that is not there', async () => {
    await expect(search({ database: open.database, embedder }, newId(), 'zebra')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a hostile question', () => {
  filledOnce(() =>
    take(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          `${index}.txt`,
          index === 7 ? 'zebra otter' : `secret lion ${index}`,
        ]),
      ),
    ),
  );

  it.each([
    '-secret',
    '-zebra -otter',
    'zebra or -zebra',
    '"" or -x',
    '-"zebra otter"',
    '!',
    'the of and',
    '   ',
    '-',
    'or',
    '""',
  ])('%j finds no row by negation alone', async (query) => {
    const found = await find(query, { preset: 'CONSENSUS', settings: { maxDistance: 0 } });
    expect(found.keywordOrder.length).toBeLessThanOrEqual(query.includes('zebra or') ? 1 : 0);
    expect(found.degraded).toEqual([]);
  });

  it.each([
    ['100,000 terms', Array.from({ length: 100_000 }, (_, index) => `term${index}`).join(' ')],
    ['100,000 alternatives', Array.from({ length: 100_000 }, (_, index) => `term${index}`).join(' or ')],
    ['100,000 open brackets', '('.repeat(100_000)],
    ['100,000 quotes', '"a '.repeat(100_000)],
    ['100,000 negations', '-'.repeat(100_000)],
    ['40 negations before a word', `${'- '.repeat(20)}${'-('.repeat(20)}zebra`],
    ['negations apart, before a word', `${'- ('.repeat(600)} zebra`],
    ['one word of 1 MB', 'z'.repeat(1_000_000)],
    ['operators of tsquery', "zebra & | ! <-> :* ' \\ () '' \\' <1000000>"],
    ['NUL', 'zebra\u0000otter'],
    ['lone surrogates', 'zebra \uD800 otter \uDC00'],
    ['a surrogate pair at the cut', `${'a '.repeat(maxQueryLength / 2 - 1)}a😀 zebra`],
    ['SQL', "'; drop table chunk; --"],
  ])('%s is bounded in both keyword arms, and breaks neither', async (_, query) => {
    for (const preset of ['CANDOR', 'CONSENSUS'] as const) {
      const start = cpuNow();
      const found = await find(query, { preset });
      expect(found.degraded).toEqual([]);
      // 64 words and 4 phrases.
      expect(found.idf.size).toBeLessThanOrEqual(68);
      // On a slow machine twice what it takes; unbounded, it would take minutes.
      expect(cpuNow() - start).toBeLessThan(5_000);
    }
  });
});

describe('the built-in embedder', () => {
  let builtin: Embedder;
  beforeAll(async () => {
    builtin = await openTestEmbedder();
  });
  afterAll(() => builtin.close());

  it('finds a passage by its meaning, where no word is shared, and one by its best window', async () => {
    const padding =
      'The garden has roses. The kitchen is painted white. Trains leave each hour. The library closes on Sunday. Bread is baked at dawn. ';
    await take(
      {
        'money.txt': 'Customers get their money back within five days.',
        'weather.txt': 'Heavy rain is expected on the coast tomorrow.',
        'pets.txt': `${padding.repeat(4)}Dogs must be kept on a leash. ${padding.repeat(4)}`,
      },
      {},
      builtin,
    );
    const parts = { database: open.database, embedder: builtin };
    expect(keysOf(await search(parts, workspace, 'how long does a refund take', { preset: 'NAIVE' }))[0]).toBe(
      'money.txt',
    );
    expect(keysOf(await search(parts, workspace, 'can my puppy run around freely', { preset: 'NAIVE' }))[0]).toBe(
      'pets.txt',
    );
  });
});
