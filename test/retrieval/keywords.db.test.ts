import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteDocument } from '../../src/knowledge/store/documents.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { fillOnce } from '../support/fillOnce.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { search, type SearchChanges } from './search.ts';

const embedder = createHashedEmbedder();
let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
});

const take = async (texts: Readonly<Record<string, string>>, language = 'en', into = workspace) => {
  const { results } = await ingest(
    { database: open.database, embedder, parser: inlineParser, log: silentLog },
    into,
    Object.entries(texts).map(([key, text]) => ({ key, text, format: 'PLAIN_TEXT', language })),
  );
  expect(results.filter(({ error }) => error)).toEqual([]);
  return results.map(({ documentId }) => documentId!);
};

interface Found {
  /** What the keyword arm found, best first. */
  readonly keys: readonly string[];
  readonly scores: Readonly<Record<string, number>>;
  readonly idf: Readonly<Record<string, number>>;
  readonly coverage: Readonly<Record<string, number>>;
  readonly unknown: readonly string[];
}

async function find(query: string, changes: SearchChanges = {}): Promise<Found> {
  const found = await search({ database: open.database, embedder }, workspace, query, {
    ...changes,
    settings: { maxDistance: 2, topK: 50, ...changes.settings },
  });
  expect(found.degraded).toEqual([]);
  const byWords = found.passages
    .filter(({ trace }) => trace.keyword.rank !== null)
    .toSorted((left, right) => left.trace.keyword.rank! - right.trace.keyword.rank!);
  return {
    keys: byWords.map(({ documentKey }) => documentKey),
    scores: Object.fromEntries(byWords.map(({ documentKey, trace }) => [documentKey, trace.keyword.rawScore!])),
    coverage: Object.fromEntries(byWords.map(({ documentKey, coverage }) => [documentKey, coverage])),
    idf: Object.fromEntries(found.idf),
    unknown: found.unknown,
  };
}
const keys = async (query: string, changes?: SearchChanges) => (await find(query, changes)).keys;

const filledOnce = (fill: () => Promise<unknown>) => {
  fillOnce(
    () => newWorkspace(open.database),
    (id) => {
      workspace = id;
    },
    fill,
  );
};

describe('a word that nothing holds', () => {
  beforeEach(() =>
    take({
      'gauge.txt': 'Recalibrate the gauges each spring.',
      'tax.txt': 'Taxes are due in March.',
      'boat.txt': 'The boat leaves at nine.',
    }),
  );

  it('finds what is written nearly so, and proves nothing', async () => {
    const found = await find('recalibrte');
    expect(found.keys).toEqual(['gauge.txt']);
    expect([found.coverage['gauge.txt'], found.unknown]).toEqual([0, ['recalibrt']]);
    expect(found.scores['gauge.txt']).toBeLessThan((await find('recalibrate')).scores['gauge.txt']!);
  });

  it('finds nothing when it looks like nothing', async () => {
    expect(await keys('xylophone quartz')).toEqual([]);
  });

  it('never outweighs one that is there', async () => {
    await take({ 'typo.txt': 'Recalibrated weighing scales.' });
    expect((await keys('march recalibrte'))[0]).toBe('tax.txt');
  });
});

describe('a code', () => {
  filledOnce(() =>
    take({
      'e1042.txt': 'Error E1042 means that the disk is full.',
      'e1043.txt': 'Error E1043 means that the disk is missing.',
      'pump.txt': 'The pump BP-4 starts by itself.',
      'pump5.txt': 'The pump BP-5 starts by hand.',
      'order.txt': 'Order ORD-2291-B was sent.',
      'version.txt': 'Version 4.17.2 repairs the import.',
      'older.txt': 'Version 4.17.1 broke the import.',
      'tag.txt': 'Tag v1.25.0 is signed.',
    }),
  );

  it.each([
    ['E1042', 'e1042.txt'],
    ['e1043', 'e1043.txt'],
    ['ORD-2291-B', 'order.txt'],
    ['ORD2291B', 'order.txt'],
    ['4.17.2', 'version.txt'],
    ['v1.25.0', 'tag.txt'],
    ['BP4', 'pump.txt'],
    ['BP-4', 'pump.txt'],
  ])('%s finds its own', async (code, key) => {
    expect((await keys(`What is ${code}?`))[0]).toBe(key);
  });

  it.each([
    ['E1042', 'e1043.txt'],
    ['E1044', 'e1043.txt'],
    ['4.17.2', 'older.txt'],
    ['BP4', 'pump5.txt'],
  ])('%s never finds a neighbour', async (code, key) => {
    expect(await keys(code)).not.toContain(key);
  });
});

describe('a phrase in quotes', () => {
  filledOnce(() =>
    take({
      'order.txt': 'The red house stands behind the old mill.',
      'turned.txt': 'The house of the mill is old, and red stands behind.',
      'none.txt': 'A blue boat leaves.',
    }),
  );

  it.each([
    ['"red house"', 'order.txt'],
    ['\u201Cred house\u201D', 'order.txt'],
    ['\u00ABred house\u00BB', 'order.txt'],
  ])('%s raises what has its words in this order, and leaves the others', async (phrase) => {
    const [loose, quoted] = [await find('red house'), await find(phrase)];
    expect(quoted.keys).toEqual(['order.txt', 'turned.txt']);
    expect(quoted.scores['turned.txt']).toBeCloseTo(loose.scores['turned.txt']!, 10);
    expect(quoted.scores['order.txt']).toBeGreaterThan(loose.scores['order.txt']! + 0.3);
  });

  it('that stands nowhere is told as unknown, and its words are found', async () => {
    const found = await find('"house red"');
    expect(found.keys.toSorted()).toEqual(['order.txt', 'turned.txt']);
    expect(found.unknown).toEqual(['"house red"']);
  });

  it('is a word more: its weight counts in the coverage', async () => {
    const found = await find('"red house"');
    expect(Object.keys(found.idf)).toEqual(['red', 'hous', '"red house"']);
    expect(found.coverage['order.txt']).toBe(1);
    expect(found.coverage['turned.txt']).toBeLessThan(1);
  });
});

describe('the beginning of a word', () => {
  it('with an asterisk finds every word that begins so', async () => {
    await take({
      'a.txt': 'Autoscaling is off.',
      'b.txt': 'The autoscaler restarts.',
      'c.txt': 'Automatic doors.',
      'd.txt': 'Scaling by hand.',
    });
    expect((await keys('autosc*')).toSorted()).toEqual(['a.txt', 'b.txt']);
    expect((await keys('auto*')).toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await keys('qqq*')).toEqual([]);
  });
});

describe('a script without spaces', () => {
  it.each([
    [
      'zh',
      { 'refund.txt': '退款将在五个工作日内退回原卡。', 'shift.txt': '夜班从晚上十点开始。' },
      '退款需要多长时间？',
      'refund.txt',
    ],
    [
      'ja',
      { 'refund.txt': '返金は五営業日以内にカードへ行われます。', 'shift.txt': '夜勤は午後十時に始まります。' },
      '夜勤はいつ始まりますか？',
      'shift.txt',
    ],
    ['th', { 'refund.txt': 'คืนเงินภายในห้าวันทำการ', 'shift.txt': 'กะกลางคืนเริ่มสี่ทุ่ม' }, 'กะกลางคืนเริ่มเมื่อไร', 'shift.txt'],
  ])('is found by a question in it (%s)', async (language, texts, question, key) => {
    await take(texts, language);
    const found = await find(question, { language });
    expect(found.keys[0]).toBe(key);
    expect(found.coverage[key]).toBeGreaterThan(0);
  });
});

describe('a question in Spanish over English documents', () => {
  filledOnce(() =>
    take({
      'normandy.txt': 'Normandy has a climate with mild winters.',
      'paris.txt': 'Paris hosts a festival of music.',
      'del.txt': 'Del and Los run the office; la la la.',
    }),
  );

  it('finds by words that look alike', async () => {
    expect((await keys('¿Cómo es el clima de Normandía?', { language: 'es' }))[0]).toBe('normandy.txt');
    expect((await keys('¿Qué festival de música hay en París?', { language: 'es' }))[0]).toBe('paris.txt');
  });

  it('does nothing with the stop words of Spanish', async () => {
    const found = await find('¿Cómo es el clima de Normandía, los meses, la costa del norte?', { language: 'es' });
    expect(
      Object.keys(found.idf).filter((word) => ['el', 'de', 'los', 'la', 'del', 'es', 'como'].includes(word)),
    ).toEqual([]);
    expect(found.keys).not.toContain('del.txt');
  });
});

describe('accents', () => {
  it('are no difference in English', async () => {
    await take({ 'cv.txt': 'Send a résumé and a photograph.', 'cafe.txt': 'The cafe opens at nine.' });
    expect(await keys('resume')).toEqual(['cv.txt']);
    expect(await keys('Résumé')).toEqual(['cv.txt']);
    expect(await keys('café')).toEqual(['cafe.txt']);
  });

  it('are one in German, and their absence is forgiven', async () => {
    await take({ 'schon.txt': 'Der Zug ist schon abgefahren.', 'muehle.txt': 'Die Mühlen klappern am Bach.' }, 'de');
    expect(await keys('Mühle', { language: 'de' })).toEqual(['muehle.txt']);
    expect(await keys('Muhlen', { language: 'de' })).toEqual(['muehle.txt']);
  });
});

it('a word that is asked twice counts twice', async () => {
  await take({ 'a.txt': 'zebra crane', 'b.txt': 'otter heron' });
  expect((await find('zebra')).scores['a.txt']).toBeCloseTo((await find('zebra zebras')).scores['a.txt']! / 2, 10);
  expect((await keys('zebra otter otters'))[0]).toBe('b.txt');
});

describe('what is counted', () => {
  const animals = 'zebra otter heron stork lion wolf bear crane'.split(' ');
  const text = (index: number) => `The ${animals[index % 8]!} ${index} meets a ${animals[(index * 3 + 1) % 8]!}.`;
  const batch = (from: number, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, position) => [`${from + position}.txt`, text(from + position)]),
    );
  const question = 'zebra otter heron';

  it('stays right while others write: as if counted anew afterwards', async () => {
    await take(batch(0, 10));
    let writers = 3;
    // A document at a time: ten are one transaction.
    const takeEach = async (texts: Parameters<typeof take>[0]) => {
      for (const [key, text] of Object.entries(texts)) await take({ [key]: text });
    };
    const writing = Promise.all(
      [batch(10, 10), batch(20, 10), batch(5, 10)].map((texts) =>
        takeEach(texts).finally(() => {
          writers -= 1;
        }),
      ),
    );
    const during: Found[] = [];
    while (writers > 0) during.push(await find('zebra'));
    await writing;
    expect(during.length).toBeGreaterThan(2);
    // ln(1 + (N - n + .5) / (n + .5)): whatever the moment, the weight belongs to as many documents as were found, and to a whole number of all.
    for (const { keys: holders, idf } of during) {
      const all = (Math.exp(idf['zebra']!) - 1) * (holders.length + 0.5) + holders.length - 0.5;
      expect(all).toBeCloseTo(Math.round(all), 6);
      expect(all).toBeGreaterThan(9.5);
      expect(all).toBeLessThan(30.5);
    }
    const found = await find(question);

    const fresh = await newWorkspace(open.database);
    for (let from = 0; from < 30; from += 10) await take(batch(from, 10), 'en', fresh);
    const before = workspace;
    workspace = fresh;
    const again = await find(question);
    workspace = before;
    expect(found.idf).toEqual(again.idf);
    expect(found.scores).toEqual(again.scores);
    const holding = Array.from({ length: 30 }, (_, index) => text(index)).filter((each) =>
      each.includes('zebra'),
    ).length;
    expect(found.idf['zebra']).toBeCloseTo(Math.log(1 + (30 - holding + 0.5) / (holding + 0.5)), 10);
  });

  it('forgets what is hidden, at once, and what is taken out of retrieval', async () => {
    const [id] = await take({ 'a.txt': 'zebra', 'b.txt': 'zebra otter', 'c.txt': 'heron' });
    const before = (await find('zebra')).idf['zebra']!;
    await deleteDocument(open.database, { workspaceId: workspace, accessGroups: null }, id!);
    const after = (await find('zebra')).idf['zebra']!;
    expect(before).toBeCloseTo(Math.log(1 + 1.5 / 2.5), 10);
    expect(after).toBeCloseTo(Math.log(1 + 1.5 / 1.5), 10);
  });
});

describe('a purge', () => {
  it('forgets the words that no other document has, and those alone', async () => {
    const [id] = await take({ 'secret.txt': 'The wozzle is kept in the vault.', 'open.txt': 'The vault is open.' });
    const wordsOf = async () =>
      (
        await open.pool.query<{ lexeme: string }>('select lexeme from vocabulary where workspace_id = $1 order by 1', [
          workspace,
        ])
      ).rows.map(({ lexeme }) => lexeme);
    expect(await wordsOf()).toEqual(['kept', 'open', 'open.txt', 'secret.txt', 'vault', 'wozzl']);
    expect(await keys('wozzel')).toEqual(['secret.txt']);
    await deleteDocument(open.database, { workspaceId: workspace, accessGroups: null }, id!, true);
    expect(await wordsOf()).toEqual(['open', 'open.txt', 'vault']);
    expect(await keys('wozzel')).toEqual([]);
    expect((await find('wozzle')).unknown).not.toContain('vault');
  });
});
