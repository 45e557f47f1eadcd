import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { SearchFilter } from '../../src/retrieval/passage.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search } from './search.ts';

let open: OpenTestDatabase;
let workspace: string;
let ids: Map<string, string>;
const embedder = createHashedEmbedder();

const day = (date: number) => new Date(Date.UTC(2025, 0, date));
const documents: readonly DocumentInput[] = [
  {
    key: 'hr/leave.md',
    text: '# Leave\n\nA zebra takes leave in May.',
    format: 'MARKDOWN',
    semanticType: 'Policy',
    author: 'Ann Lee',
    language: 'en',
    updatedAt: day(1),
    tags: ['a', 'b'],
  },
  {
    key: 'hr/pay.txt',
    text: 'A zebra is paid in June.',
    format: 'PLAIN_TEXT',
    semanticType: 'faq',
    author: 'Bo',
    language: 'en',
    updatedAt: day(2),
    tags: ['a'],
    supersededBy: 'hr/leave.md',
  },
  {
    key: 'it/zebra.txt',
    text: 'Das zebra trinkt im Juli.',
    format: 'PLAIN_TEXT',
    semanticType: 'policy',
    language: 'de',
    updatedAt: day(3),
    accessGroups: ['it'],
  },
  {
    key: 'it/100%_zebra.txt',
    text: 'A zebra and nothing else.',
    format: 'PLAIN_TEXT',
    language: 'en',
    updatedAt: day(4),
    accessGroups: ['hr', 'board'],
  },
];
beforeAll(async () => {
  open = await openTestDatabase();
  workspace = await newWorkspace(open.database);
  const { results } = await ingest(
    { database: open.database, embedder, parser: inlineParser, log: silentLog },
    workspace,
    documents,
  );
  ids = new Map(results.map(({ key, documentId }) => [key, documentId!]));
});
afterAll(() => open.close());

const all = documents.map(({ key }) => key);
const [leave, pay, german, odd] = all as [string, string, string, string];

it.each<[SearchFilter, readonly string[]]>([
  [{}, all],
  [{ includeSuperseded: true }, all],
  [{ includeSuperseded: false }, [leave, german, odd]],
  [{ sourceTypes: ['MARKDOWN'] }, [leave]],
  [{ sourceTypes: ['PLAIN_TEXT', 'PDF'] }, [pay, german, odd]],
  [{ semanticTypes: ['POLICY'] }, [leave, german]],
  [{ semanticTypes: ['policy', 'FAQ'] }, [leave, pay, german]],
  [{ authors: ['ann lee', 'nobody'] }, [leave]],
  [{ languages: ['de'] }, [german]],
  [{ languages: ['de', 'en'] }, all],
  [{ accessGroups: ['it'] }, [leave, pay, german]],
  [{ accessGroups: ['board', 'it'] }, all],
  [{ keyPrefix: 'hr/' }, [leave, pay]],
  [{ keyPrefix: 'it/100%_' }, [odd]],
  [{ keyPrefix: '%' }, []],
  [{ updatedAfter: day(2) }, [pay, german, odd]],
  [{ updatedBefore: day(2) }, [leave]],
  [{ updatedAfter: day(2), updatedBefore: day(4) }, [pay, german]],
  [{ tags: ['a'] }, [leave, pay]],
  [{ tags: ['a', 'b'] }, [leave]],
  [{ tags: ['a'], authors: ['Bo'], keyPrefix: 'hr/' }, [pay]],
  [{ documentIds: ['not an id'] }, []],
])('%j reads %j, in both arms', async (filter, expected) => {
  const found = await search({ database: open.database, embedder }, workspace, 'zebra', {
    filter,
    settings: { maxDistance: 2 },
  });
  expect(keysOf(found).sort()).toEqual([...expected].sort());
  expect([found.vectorOrder.length, found.keywordOrder.length]).toEqual([expected.length, expected.length]);
  expect(found.degraded).toEqual([]);
});

it('documentIds count in any case', async () => {
  expect(
    keysOf(
      await search({ database: open.database, embedder }, workspace, 'zebra', {
        filter: { documentIds: [ids.get(pay)!.toUpperCase()] },
      }),
    ),
  ).toEqual([pay]);
});

it('an access filter never shows more than the groups of the reader', async () => {
  const keys = async (accessGroups: readonly string[]) =>
    keysOf(
      await search({ database: open.database, embedder }, workspace, 'zebra', {
        accessGroups,
        filter: { accessGroups: ['it', 'hr'] },
      }),
    ).sort();
  expect(await keys(['hr'])).toEqual([leave, pay, odd].sort());
  expect(await keys([])).toEqual([leave, pay].sort());
});
