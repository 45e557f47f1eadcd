import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search } from './search.ts';

let open: OpenTestDatabase;
const embedder = createHashedEmbedder();
const parts = () => ({ database: open.database, embedder, parser: inlineParser, log: silentLog });
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

const plain = (key: string, text: string, accessGroups: readonly string[] = [], language = 'en'): DocumentInput => ({
  key,
  text,
  format: 'PLAIN_TEXT',
  language,
  accessGroups,
});
const openDocuments = [
  plain('a.txt', 'zebra otter'),
  plain('b.txt', 'otter lion wolf bear'),
  plain('c.txt', 'heron stork'),
];
const restricted = [
  plain('s.txt', 'zebra zebra unicorn otter heron', ['secret']),
  plain('t.txt', 'Die Einhörner grasen im Wald und die Otter schwimmen im Fluss.', ['secret'], 'de'),
];

describe('to a reader without the group', () => {
  let without: string;
  let withThem: string;
  beforeEach(async () => {
    [without, withThem] = [await newWorkspace(open.database), await newWorkspace(open.database)];
    await ingest(parts(), without, openDocuments);
    await ingest(parts(), withThem, [...openDocuments, ...restricted]);
  });

  it.each([[[]], [['sales']]])(
    'restricted documents change nothing at all: found, weights, known words, scores, language (%j)',
    async (accessGroups) => {
      for (const query of ['zebra otter', 'unicorn heron', 'lion', 'Einhörner', 'Otter im Wald']) {
        for (const language of ['en', 'de']) {
          const summary = async (workspace: string, groups: readonly string[] | undefined) => {
            const found = await search(parts(), workspace, query, {
              language,
              settings: { maxDistance: 2 },
              ...(groups ? { accessGroups: groups } : {}),
            });
            return {
              keys: keysOf(found),
              scores: found.passages.map(({ score, coverage }) => [score, coverage]),
              idf: [...found.idf],
              unknown: found.unknown,
              searchConfig: found.searchConfig,
              candidates: found.candidates.map(({ documentKey, score }) => [documentKey, score]),
              orders: [found.vectorOrder.length, found.keywordOrder.length],
            };
          };
          expect(await summary(withThem, accessGroups)).toEqual(await summary(without, undefined));
        }
      }
    },
  );

  it('their words are unknown, and known to who may read them', async () => {
    expect((await search(parts(), withThem, 'zebra unicorn', { accessGroups: ['sales'] })).unknown).toEqual([
      'unicorn',
    ]);
    expect((await search(parts(), withThem, 'zebra unicorn', { accessGroups: ['secret'] })).unknown).toEqual([]);
    expect((await search(parts(), withThem, 'zebra unicorn')).unknown).toEqual([]);
  });

  it.each(['CANDOR', 'CONSENSUS', 'NAIVE'] as const)('no arm finds them (%s)', async (preset) => {
    const found = async (accessGroups: readonly string[]) =>
      keysOf(
        await search(parts(), withThem, 'zebra zebra unicorn otter heron', {
          preset,
          accessGroups,
          settings: { maxDistance: 2 },
        }),
      );
    expect(await found([])).not.toContain('s.txt');
    expect(await found(['secret'])).toContain('s.txt');
  });
});

it('a group that is named like SQL or an array is only a name', async () => {
  const workspace = await newWorkspace(open.database);
  await ingest(parts(), workspace, [plain('a.txt', 'zebra', ["x','y", '{a,b}', '"'])]);
  const keys = async (group: string) => keysOf(await search(parts(), workspace, 'zebra', { accessGroups: [group] }));
  for (const group of ["x','y", '{a,b}', '"']) expect(await keys(group)).toEqual(['a.txt']);
  for (const group of ['x', 'y', 'a', 'b', '', '{}']) expect(await keys(group)).toEqual([]);
});
