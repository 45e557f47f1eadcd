import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { SearchFilter } from '../../src/retrieval/passage.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search } from './search.ts';
import { cases } from '../support/cases.ts';

let open: OpenTestDatabase;
let workspace: string;
const embedder = createHashedEmbedder();
const ingestParts = () => ({ database: open.database, embedder, parser: inlineParser, log: silentLog });

const day = (date: number) => new Date(Date.UTC(2025, 0, date));
const animals = ['otter', 'lion', 'wolf', 'bear', 'heron', 'stork', 'crane', 'lynx', 'moose', 'viper', 'eagle'];
const at = <Item>(list: readonly Item[], index: number): Item => list[index % list.length]!;
/** Texts of their own, so that none is a copy of another; every one has the word that is searched. */
const documents = Array.from({ length: 60 }, (_, index) => ({
  key: `${at(['hr', 'it', 'ops'], index)}/${index}.txt`,
  format: 'PLAIN_TEXT' as const,
  language: at(['en', 'de'], Math.floor(index / 3)),
  updatedAt: day(1 + (index % 28)),
  text: `${'zebra '.repeat(1 + (index % 4))}${at(animals, index)} ${at(animals, index * 3 + 1)} ${at(animals, index * 7 + 5)} number ${index * 37} room ${index * 11}`,
  tags: [...(index % 2 === 0 ? ['even'] : []), ...(index % 3 === 0 ? ['third'] : [])],
  author: at(['Ann', 'Bo', 'Cy'], Math.floor(index / 5)),
  semanticType: at(['policy', 'faq'], Math.floor(index / 7)),
  accessGroups: at([[], ['x'], ['y', 'z']], Math.floor(index / 4)),
  ...(index % 10 === 0 ? { supersededBy: 'hr/3.txt' } : {}),
})) satisfies DocumentInput[];
type Document = (typeof documents)[number];

beforeAll(async () => {
  open = await openTestDatabase();
  workspace = await newWorkspace(open.database);
  await ingest(ingestParts(), workspace, documents);
});
afterAll(() => open.close());

const some = <Item>(...items: Item[]) => fc.option(fc.subarray(items, { minLength: 1 }), { nil: undefined, freq: 3 });
const filters: fc.Arbitrary<SearchFilter> = fc.record(
  {
    tags: some('even', 'third'),
    languages: some('en', 'de'),
    authors: some('ann', 'BO', 'cy'),
    semanticTypes: some('policy', 'FAQ'),
    accessGroups: some('x', 'y', 'z'),
    keyPrefix: fc.option(fc.constantFrom('hr/', 'it/', 'ops/', 'hr/1'), { nil: undefined, freq: 3 }),
    updatedAfter: fc.option(fc.integer({ min: 1, max: 14 }).map(day), { nil: undefined, freq: 3 }),
    updatedBefore: fc.option(fc.integer({ min: 15, max: 29 }).map(day), { nil: undefined, freq: 3 }),
    includeSuperseded: fc.constantFrom(undefined, true, false),
  },
  { requiredKeys: [] },
);

/** What the filter lets through, by the words of its description. */
function passes(document: Document, filter: SearchFilter): boolean {
  const {
    tags,
    languages,
    authors,
    semanticTypes,
    accessGroups,
    keyPrefix,
    updatedAfter,
    updatedBefore,
    includeSuperseded,
  } = filter;
  return (
    (!tags || tags.every((tag) => document.tags.includes(tag))) &&
    (!languages || languages.includes(document.language)) &&
    (!authors || authors.some((author) => author.toLowerCase() === document.author.toLowerCase())) &&
    (!semanticTypes || semanticTypes.some((type) => type.toLowerCase() === document.semanticType)) &&
    (!accessGroups ||
      document.accessGroups.length === 0 ||
      accessGroups.some((group) => document.accessGroups.includes(group))) &&
    (!keyPrefix || document.key.startsWith(keyPrefix)) &&
    (!updatedAfter || document.updatedAt >= updatedAfter) &&
    (!updatedBefore || document.updatedAt < updatedBefore) &&
    (includeSuperseded !== false || !('supersededBy' in document))
  );
}

const limit = fc.integer({ min: 1, max: 70 });

it('no filter shortens a result that has enough rows, in either arm, and none lets more through', async () => {
  const sizes: number[] = [];
  await fc.assert(
    fc.asyncProperty(filters, limit, limit, async (filter, vectorCandidates, keywordCandidates) => {
      const expected = documents.filter((document) => passes(document, filter)).map(({ key }) => key);
      const found = await search({ database: open.database, embedder }, workspace, 'zebra', {
        filter,
        settings: { vectorCandidates, keywordCandidates, topK: 50, maxDistance: 2 },
      });
      expect(found.degraded).toEqual([]);
      expect(found.vectorOrder).toHaveLength(Math.min(vectorCandidates, expected.length));
      expect(found.keywordOrder).toHaveLength(Math.min(keywordCandidates, expected.length));
      expect(keysOf(found).filter((key) => !expected.includes(key))).toEqual([]);
      expect(found.passages).toHaveLength(Math.min(50, new Set([...found.vectorOrder, ...found.keywordOrder]).size));
      sizes.push(expected.length);
    }),
    { numRuns: cases(60) },
  );
  // Narrow and wide filters alike, and some that leave nothing.
  expect([
    sizes.some((size) => size === 0),
    sizes.some((size) => size > 0 && size < 10),
    sizes.some((size) => size > 20),
  ]).toEqual([true, true, true]);
}, 120_000);

it('the order in which rows were stored never shows: the same documents have the same scores, and stand in the same order', async () => {
  const told = async (order: readonly Document[]) => {
    const other = await newWorkspace(open.database);
    await ingest(ingestParts(), other, order);
    const found = await search({ database: open.database, embedder }, other, 'zebra otter lion', {
      settings: { topK: 20, vectorCandidates: 50, keywordCandidates: 50, maxDistance: 2 },
    });
    const scores = found.passages.map(({ score }) => score);
    return {
      scores,
      byKey: new Map(
        found.passages.map(({ documentKey, score, trace }) => [
          documentKey,
          { score, vector: trace.vector.rawScore, keyword: trace.keyword.rawScore },
        ]),
      ),
    };
  };
  const few = documents.slice(0, 20);
  const first = await told(few);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(few, { minLength: few.length }), async (order) => {
      const second = await told(order);
      for (const [key, { score }] of first.byKey) expect(second.byKey.get(key)!.score).toBeCloseTo(score, 9);
      for (const [position, score] of first.scores.entries()) expect(second.scores[position]).toBeCloseTo(score, 9);
    }),
    { numRuns: cases(3) },
  );
}, 120_000);
