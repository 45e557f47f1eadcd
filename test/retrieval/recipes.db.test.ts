import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { DocumentFacts } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import type { Retrieval } from '../../src/retrieval/retrieve.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { fillOnce } from '../support/fillOnce.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search, type SearchChanges } from './search.ts';

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

const take = (texts: Readonly<Record<string, string>>, more: DocumentFacts = {}) =>
  ingest(
    { database: open.database, embedder, parser: inlineParser, log: silentLog },
    workspace,
    Object.entries(texts).map(([key, text]) => ({ key, text, format: 'PLAIN_TEXT', ...more })),
  );
const find = (query: string, changes: SearchChanges) =>
  search({ database: open.database, embedder }, workspace, query, changes);
const named = (found: Retrieval, key: string): Passage =>
  found.passages.find((passage) => passage.documentKey === key)!;
/** Keys of what the keyword arm found, best first. */
function wordsOf(found: Retrieval): string[] {
  const keys = new Map(found.candidates.map(({ chunkId, documentKey }) => [chunkId, documentKey]));
  return found.keywordOrder.map((chunkId) => keys.get(chunkId) ?? chunkId);
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

/** Words that fill a vector, so that one more hardly shows in it. */
const lions =
  'a lion met a lion and a wolf, the lion saw the wolf, no wolf fears a lion, each lion fears each wolf, one wolf left the lion, the lion left the wolf';

describe('filtered-rrf', () => {
  const preset = 'FILTERED_RRF';
  beforeEach(() =>
    take({
      'near.txt': 'zebra otter',
      'wide.txt': 'zebra among lions and wolves beside an otter in the quiet morning light of spring',
      'half.txt': 'the zebra sleeps',
      'none.txt': 'heron stork crane',
    }),
  );

  it('finds by words what plainto_tsquery finds: all of them, stemmed, and no operators', async () => {
    expect(wordsOf(await find('zebras otters', { preset }))).toEqual(['near.txt', 'wide.txt']);
    expect(wordsOf(await find('zebra -otter', { preset }))).toEqual(['near.txt', 'wide.txt']);
    expect(wordsOf(await find('zebra or otter', { preset }))).toEqual(['near.txt', 'wide.txt']);
    for (const query of [
      'zebra otter',
      'wolf lion',
      "the zebra's sleep",
      'zebra-otter',
      'how do zebras sleep?',
      'near.txt zebra',
      "it's 7.5 % & (zebra | otter) <-> !x",
    ]) {
      const { rows } = await open.pool.query<{ key: string }>(
        `select d.key from chunk_text t join chunk c using (workspace_id, chunk_id) join document d using (workspace_id, document_id) where workspace_id = $1 and t.tsv @@ plainto_tsquery('english', $2) order by ts_rank_cd(t.tsv, plainto_tsquery('english', $2)) desc, c.chunk_id`,
        [workspace, query],
      );
      expect(wordsOf(await find(query, { preset, settings: { maxDistance: 2 } })), query).toEqual(
        rows.map(({ key }) => key),
      );
    }
  });

  it('adds 1 / (60 + rank) of each arm', async () => {
    const found = await find('zebra otter', { preset });
    expect(
      found.passages.map(({ documentKey, trace }) => [documentKey, trace.vector.rank, trace.keyword.rank]),
    ).toEqual([
      ['near.txt', 1, 1],
      ['wide.txt', 3, 2],
      ['half.txt', 2, null],
    ]);
    // 1/61 + 1/61, 1/63 + 1/62, 1/62.
    expect(found.passages.map(({ score }) => Number(score.toFixed(8)))).toEqual([0.03278689, 0.03200205, 0.01612903]);
  });

  it('takes nothing beyond a cosine distance of .75 from the vector arm, and still what words find', async () => {
    const all = await find('zebra otter', { preset, settings: { maxDistance: 2 } });
    const distance = (passage: Passage) => 1 - passage.trace.vector.rawScore!;
    expect(distance(named(all, 'none.txt'))).toBeGreaterThan(0.75);
    expect(keysOf(await find('zebra otter', { preset }))).not.toContain('none.txt');
    await take({ 'far.txt': `zebra otter: ${lions}` });
    const far = named(await find('zebra otter', { preset }), 'far.txt');
    expect(far.trace).toMatchObject({ vector: { rank: null }, keyword: { rank: expect.any(Number) as number } });
  });
});

describe('two-tier', () => {
  const preset = 'TWO_TIER';

  it('reads each word as the beginning of one, without accents', async () => {
    await take({
      'cafe.txt': 'Das Café öffnet früh.',
      'economy.txt': 'economical driving',
      'other.txt': 'heron stork crane',
    });
    for (const [query, keys] of [
      ['cafe', ['cafe.txt']],
      ['CAFÉ', ['cafe.txt']],
      ['cafe\u0301', ['cafe.txt']],
      ['Éco', ['economy.txt']],
      ['ster', []],
      ['cran', ['other.txt']],
      ['Oeffnet', []],
      ['offnet', ['cafe.txt']],
    ] as const) {
      expect(wordsOf(await find(query, { preset })), query).toEqual(keys);
    }
  });

  it('wants all words, and takes any when nothing has all', async () => {
    await take({ 'both.txt': 'refunds are delayed', 'one.txt': 'refunded at once', 'two.txt': 'a delay of trains' });
    expect(wordsOf(await find('refund delay', { preset }))).toEqual(['both.txt']);
    expect(wordsOf(await find('refund unicorn', { preset })).toSorted()).toEqual(['both.txt', 'one.txt']);
    expect(wordsOf(await find('unicorn', { preset }))).toEqual([]);
  });

  it('leaves a single letter or digit out, which begins nearly everything', async () => {
    await take({ 'a.txt': 'apples and 7 pears', 'seven.txt': '70 plums' });
    expect(wordsOf(await find('a 7', { preset }))).toEqual([]);
    expect(wordsOf(await find('a plum', { preset }))).toEqual(['seven.txt']);
  });

  it('looks at child chunks: words of two windows do not stand together, and a passage counts once, by its best child', async () => {
    const filler = (words: string) =>
      Array.from({ length: 12 }, (_, index) => `Sentence ${index} speaks of ${words}.`).join(' ');
    await take({
      'apart.txt': `Alpha begins. ${filler('rivers, bridges and quiet weather')} Omega ends.`,
      'close.txt': `${filler('bread, butter and the price of salt')} Alpha meets omega.`,
    });
    const { rows } = await open.pool.query<{ key: string; windows: number }>(
      'select d.key, count(*)::int as windows from chunk_window join chunk using (workspace_id, chunk_id) join document d using (workspace_id, document_id) where workspace_id = $1 group by d.key',
      [workspace],
    );
    expect(Math.min(...rows.map(({ windows }) => windows))).toBeGreaterThan(1);
    expect(wordsOf(await find('alpha omega', { preset, settings: { maxDistance: 2 } }))).toEqual(['close.txt']);
    const found = await find('alph quasar', { preset });
    expect(wordsOf(found).toSorted()).toEqual(['apart.txt', 'close.txt']);
  });

  it('drops a passage whose score is under 25, and knows the score of what only words found', async () => {
    await take({ 'good.txt': 'zebra otter', 'weak.txt': `zebra: ${lions}`, 'none.txt': 'heron stork crane' });
    const found = await find('zebra', { preset, settings: { vectorCandidates: 1 } });
    const scores = found.passages.map(({ documentKey, trace }) => [
      documentKey,
      trace.vector.rank,
      100 * trace.vector.rawScore! >= 25,
    ]);
    expect(scores).toEqual([['good.txt', 1, true]]);
    expect(wordsOf(found).toSorted()).toEqual(['good.txt', 'weak.txt']);
    expect(found.candidates.map(({ documentKey }) => documentKey).toSorted()).toEqual(['good.txt', 'weak.txt']);
    const unfloored = await find('zebra', { preset: 'CANDOR', settings: { vectorCandidates: 1, fusion: 'RRF' } });
    expect(named(unfloored, 'weak.txt').trace.vector.rawScore).toBeLessThan(0.25);
  });
});

describe('weighted', () => {
  const preset = 'WEIGHTED';
  beforeEach(() =>
    take({
      'near.txt': 'zebra otter',
      'wide.txt': 'zebra lion wolf otter',
      'stem.txt': 'zebras otters',
      'half.txt': 'the zebra sleeps',
    }),
  );

  it('adds .35 of the cover density, divided by itself + 1, to the cosine', async () => {
    const found = await find('zebra otter', { preset });
    // Two words of weight .1 side by side make .1, with two others between them .1 / 3: over themselves + 1.
    const sparse = new Map([
      ['near.txt', 0.1 / 1.1],
      ['wide.txt', 0.1 / 3 / (1 + 0.1 / 3)],
    ]);
    for (const passage of found.passages) {
      const keyword = 0.35 * (sparse.get(passage.documentKey) ?? 0);
      expect(passage.trace.keyword.contribution, passage.documentKey).toBeCloseTo(keyword, 7);
      expect(passage.trace.vector.contribution).toBe(passage.trace.vector.rawScore);
      expect(passage.score).toBeCloseTo(passage.trace.vector.rawScore! + keyword, 7);
    }
    expect(keysOf(found).slice(0, 2)).toEqual(['near.txt', 'wide.txt']);
    expect(found.passages).toHaveLength(4);
  });

  it('knows whole words: nothing is stemmed, no word is too frequent', async () => {
    expect(wordsOf(await find('zebra otter', { preset }))).toEqual(['near.txt', 'wide.txt']);
    expect(wordsOf(await find('zebras', { preset }))).toEqual(['stem.txt']);
    expect(wordsOf(await find('the', { preset }))).toEqual(['half.txt']);
    expect(wordsOf(await find('the zebra otter', { preset }))).toEqual([]);
  });

  it('gives each passage a score in both arms, whichever found it', async () => {
    const found = await find('zebra otter', { preset, settings: { vectorCandidates: 1, keywordCandidates: 1 } });
    expect(named(found, 'near.txt').trace.keyword.rank).toBe(1);
    await take({ 'long.txt': `zebra otter ${Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ')}` });
    const long = named(await find('zebra otter', { preset, settings: { vectorCandidates: 2 } }), 'long.txt');
    expect(long.trace.vector).toMatchObject({ rank: null });
    expect(long.trace.vector.contribution).toBeGreaterThan(0);
  });
});

describe('every recipe', () => {
  const recipes = ['CONSENSUS', 'FILTERED_RRF', 'TWO_TIER', 'WEIGHTED', 'AGENTIC'] as const;

  filledOnce(async () => {
    await take({
      ...Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`near${index}.txt`, `zebra otter ${index}`])),
      'open.txt': 'heron stork',
      'slash.txt': String.raw`back\slash it's 'quoted'`,
    });
    await take({ 'far.txt': 'zebra otter among lions' }, { tags: ['far'] });
    await take({ 'secret.txt': 'heron stork treasure' }, { accessGroups: ['board'] });
  });

  it.each(recipes)('%s filters inside its arms', async (preset) => {
    const settings = { vectorCandidates: 1, keywordCandidates: 1 };
    const found = await find('zebra otter', { preset, settings, filter: { tags: ['far'] } });
    expect([keysOf(found), wordsOf(found)]).toEqual([['far.txt'], ['far.txt']]);
    expect((await find('zebra otter', { preset, filter: { documentIds: [newId()] } })).candidates).toEqual([]);
    expect(keysOf(await find('zebra otter', { preset, asOf: new Date('2001-01-01T00:00:00Z') }))).toEqual([]);
  });

  it.each(recipes)('%s reads no restricted document', async (preset) => {
    const [without, within] = [
      await find('heron stork', { preset, accessGroups: [] }),
      await find('heron stork', { preset, accessGroups: ['board'] }),
    ];
    expect([wordsOf(without), wordsOf(within).toSorted()]).toEqual([['open.txt'], ['open.txt', 'secret.txt']]);
    expect(
      [without, within].map((found) => found.candidates.some(({ documentKey }) => documentKey === 'secret.txt')),
    ).toEqual([false, true]);
  });

  it.each(recipes)('%s bounds a hostile question, and does not break on one', async (preset) => {
    const hostile = [
      "zebra & | ! <-> :* ' \\ () '' \\' <1000000>",
      String.raw`back\slash`,
      "it's",
      'zebra\u0000otter',
      '\uD800',
      '-',
      '!',
      "'",
      '\\',
      "'; drop table chunk; --",
      'z'.repeat(100_000),
      Array.from({ length: 2_000 }, (_, index) => `t${index}`).join(' '),
      'a/b/c-d.e@f.g '.repeat(200),
      '('.repeat(1_000),
      '<b>zebra</b> &amp; https://a.example/zebra?x=1',
    ];
    for (const query of hostile) {
      const found = await find(query, { preset });
      expect(found.degraded, query.slice(0, 40)).toEqual([]);
    }
    expect((await find('   ', { preset })).keywordOrder).toEqual([]);
  });
});
