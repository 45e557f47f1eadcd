import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { recencyOf } from '../../src/retrieval/fuse/recency.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search, type SearchChanges } from './search.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

let open: OpenTestDatabase;
let embedder: Embedder;
let workspace: string;
const newYear = (year: number) => new Date(Date.UTC(year, 0, 2));
const asOf = new Date('2025-06-01T00:00:00Z');
const markdown = (key: string, year: number, text: string): DocumentInput => ({
  key,
  text,
  format: 'MARKDOWN',
  language: 'en',
  effectiveFrom: newYear(year),
});

beforeAll(async () => {
  [open, embedder] = await Promise.all([openTestDatabase(), openTestEmbedder()]);
  workspace = await newWorkspace(open.database);
  const documents: DocumentInput[] = [
    markdown(
      'prices-old.md',
      2019,
      '# Price list\n\nA city bike costs 14 euros a day, a cargo bike 30 euros. Helmets are free.',
    ),
    markdown(
      'prices-new.md',
      2025,
      '# Price list\n\nA city bike costs 18 euros a day and a cargo bike 39 euros. A helmet is lent free of charge.',
    ),
    markdown(
      'canteen.md',
      2025,
      '# Canteen\n\nThe canteen serves soup at noon. What is left today goes for half the price.',
    ),
    markdown(
      'party.md',
      2025,
      '# Summer party\n\nThe current plan: the party starts at six, with music and a bike parade.',
    ),
    // Taken in today without a date of its own; its source says when it was last changed.
    {
      key: 'archive.md',
      text: '# Price list of the first shop\n\nA city bike costs 9 marks a day, a tandem 15 marks.',
      format: 'MARKDOWN',
      language: 'en',
      updatedAt: newYear(1998),
    },
  ];
  await ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, workspace, documents);
});
afterAll(async () => {
  await embedder.close();
  await open.close();
});

const find = (question: string, changes: SearchChanges = {}) => {
  const recency = recencyOf(readQuestion(question, { language: 'en' }), presets.CANDOR, presets.CANDOR.settings);
  return search({ database: open.database, embedder }, workspace, question, {
    asOf,
    settings: { maxDistance: 2 },
    ...(recency ? { recency } : {}),
    ...changes,
  });
};
const { weight } = recencyOf(readQuestion('now', { language: 'en' }), presets.CANDOR, presets.CANDOR.settings)!;
const without = { settings: { maxDistance: 2 } };

describe('a question about now', () => {
  it('gets the newer of two price lists first, which its words alone do not', async () => {
    const now = await find('What does a city bike cost a day at the moment?');
    const ever = await find('What does a city bike cost a day?', without);
    expect(keysOf(now).slice(0, 2)).toEqual(['prices-new.md', 'prices-old.md']);
    expect(keysOf(ever).slice(0, 2)).toEqual(['prices-old.md', 'prices-new.md']);
  });

  it('gets no new document that is about something else', async () => {
    const question = 'What does a city bike cost a day now?';
    const found = await find(question);
    // The two lists match; of the rest, old or new, none comes near them.
    expect(keysOf(found).slice(0, 2).sort()).toEqual(['prices-new.md', 'prices-old.md']);
    const scores = new Map(found.passages.map(({ documentKey, score }) => [documentKey, score]));
    for (const other of ['canteen.md', 'party.md'])
      expect(scores.get('prices-old.md')! - scores.get(other)!).toBeGreaterThan(0.2);
  });

  it('is told what newness gave to each, and sums to the score', async () => {
    const found = await find('What does a city bike cost a day now?');
    for (const { score, trace } of found.passages) {
      expect(trace.adjustments.map(({ kind }) => kind)).toEqual(['RECENCY']);
      expect(trace.vector.contribution + trace.keyword.contribution + trace.adjustments[0]!.contribution).toBe(score);
    }
    const gain = (key: string) =>
      found.passages.find(({ documentKey }) => documentKey === key)!.trace.adjustments[0]!.contribution;
    const years = (from: Date) => (asOf.getTime() - from.getTime()) / (365 * 86_400_000);
    expect(gain('prices-new.md')).toBeCloseTo(weight * 2 ** -years(newYear(2025)), 9);
    expect(gain('prices-old.md')).toBeCloseTo(weight * 2 ** -years(newYear(2019)), 9);
  });

  it('takes the earlier of two dates: what was taken in today may be old', async () => {
    const found = await find('What does a city bike cost a day now?', { asOf: new Date() });
    const archive = found.passages.find(({ documentKey }) => documentKey === 'archive.md')!;
    expect(archive.trace.adjustments[0]!.contribution).toBeLessThan(0.001);
  });

  it('asked as of a past day has the versions of that day, aged from that day', async () => {
    const found = await find('What does a city bike cost a day now?', { asOf: newYear(2020) });
    expect(keysOf(found)).not.toContain('prices-new.md');
    expect(
      found.passages.find(({ documentKey }) => documentKey === 'prices-old.md')!.trace.adjustments[0]!.contribution,
    ).toBeCloseTo(weight / 2, 9);
  });
});

it('a question without a time is not touched by dates', async () => {
  const found = await find('What does a city bike cost a day?');
  expect(found.passages.flatMap(({ trace }) => trace.adjustments)).toEqual([]);
});

describe('a question that joins several', () => {
  it('reads several documents where one could fill the page, and ranks stay whole', async () => {
    const other = await newWorkspace(open.database);
    const step = (part: number, number: number) =>
      `Step ${number} of the repair of bike ${part} in the workshop takes ${number + part} minutes, and the mechanic writes down spare part ${100 * part + number}.`;
    const section = (part: number) =>
      `## Bike ${part}\n\n${Array.from({ length: 25 }, (_, number) => step(part, number + 1)).join(' ')}`;
    await ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, other, [
      markdown(
        'workshop.md',
        2024,
        `# Repairs\n\n${Array.from({ length: 8 }, (_, index) => section(index + 1)).join('\n\n')}`,
      ),
      markdown(
        'insurance.md',
        2024,
        '# Insurance\n\nThe insurance pays for the repair of a bike in the workshop, and for each spare part that the mechanic writes down.',
      ),
      markdown('lunch.md', 2024, '# Lunch\n\nThe canteen serves soup.'),
    ]);
    const ask = (diverse: boolean) =>
      search(
        { database: open.database, embedder },
        other,
        'How long does the repair of a bike take in the workshop, and which spare parts does the mechanic write down?',
        { diverse, settings: { topK: 5, maxDistance: 2 } },
      );
    const [plain, diverse] = [await ask(false), await ask(true)];
    const counted = (keys: readonly string[]) => keys.filter((key) => key === 'workshop.md').length;
    expect(counted(keysOf(plain))).toBe(5);
    expect(keysOf(diverse)).toContain('insurance.md');
    expect(keysOf(diverse)).not.toContain('lunch.md');
    expect(diverse.passages.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    expect(diverse.passages[0]!.chunkId).toBe(plain.passages[0]!.chunkId);
    expect([...diverse.passages].sort((left, right) => right.score - left.score)).toEqual(diverse.passages);
    expect(new Set([...diverse.passages, ...diverse.further].map(({ chunkId }) => chunkId)).size).toBe(
      diverse.passages.length + diverse.further.length,
    );
  });
});
