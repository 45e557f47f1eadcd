import { afterAll, beforeAll, expect, it } from 'vitest';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { deleteDocument } from '../../src/knowledge/store/documents.ts';
import { silentLog } from '../../src/log.ts';
import { newWorkspace, openOwnDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  open = await openOwnDatabase();
  workspace = await newWorkspace(open.database);
});
afterAll(() => open.close());

const store = (key: string, sections: number) =>
  ingest(
    { database: open.database, embedder: createHashedEmbedder(), parser: inlineParser, log: silentLog },
    workspace,
    [{ key, format: 'MARKDOWN', text: Array.from({ length: sections }, (_, number) => section(key, number)).join('') }],
  );

const section = (key: string, number: number) =>
  `## Locker ${number} of ${key}\n\n${Array.from({ length: 12 }, (_, nth) => `Hook ${nth} of locker ${number} carries ${nth + 2} coats of size ${number * nth}.`).join(' ')}\n\n`;

/** What the server counts as read from whole tables so far. */
async function readWhole(): Promise<number> {
  await open.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await open.pool.query<{ read: string }>(
    "select sum(seq_tup_read) as read from pg_stat_user_tables where relname in ('chunk', 'chunk_text', 'posting', 'document_version', 'chunk_window')",
  );
  return Number(rows[0]?.read);
}

it('stores and removes a document without a look at the whole tables for each of its rows, though they were small when statistics were taken', async () => {
  for (const key of ['a', 'b', 'c']) await store(key, 2);
  // The plans of foreign keys are made again now, over tables of a page.
  await open.database.refreshStatistics();
  await store('d', 2);
  const before = await readWhole();
  const { results } = await store('large', 120);
  expect(results[0]).toMatchObject({ status: 'CREATED' });
  const { rows } = await open.pool.query<{ count: string }>('select count(*) as count from posting');
  const postings = Number(rows[0]?.count);
  expect(postings).toBeGreaterThan(3_000);
  const stored = await readWhole();
  // Once each for statistics and counts; for each posting it was all chunks.
  expect(stored - before).toBeLessThan(10 * postings);
  await deleteDocument(
    open.database,
    { workspaceId: workspace, accessGroups: null },
    results[0]?.documentId ?? '',
    true,
  );
  expect((await readWhole()) - stored).toBeLessThan(10 * postings);
});
