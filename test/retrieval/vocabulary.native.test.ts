import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Transaction } from '../../src/db/database.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { indexWords } from '../../src/knowledge/store/storeVersions.ts';
import { silentLog } from '../../src/log.ts';
import { prepareQuestion } from '../../src/retrieval/question/analyseQuestion.ts';
import { newWorkspace, openTestDatabase, raw, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

const embedder = createHashedEmbedder();
let open: OpenTestDatabase;
let workspace: string;
let chunkIds: readonly string[];
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  const documents = ['a.txt', 'b.txt'].map((key) => ({
    key,
    text: 'seed',
    format: 'PLAIN_TEXT' as const,
    language: 'cs',
  }));
  await ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, workspace, documents);
  chunkIds = (
    await open.pool.query<{ chunk_id: string }>(
      'select chunk_id from chunk where workspace_id = $1 order by chunk_id',
      [workspace],
    )
  ).rows.map((row) => row.chunk_id);
});

/** Gives a chunk other words, as an ingestion indexes its own. */
async function index(transaction: Transaction, chunkId: string, words: string): Promise<void> {
  await transaction.query(
    raw(`update chunk_text set tsv = to_tsvector('simple', $3) where workspace_id = $1 and chunk_id = $2`),
    [workspace, chunkId, words],
  );
  await transaction.query(raw('delete from posting where workspace_id = $1 and chunk_id = $2'), [workspace, chunkId]);
  await indexWords(transaction, workspace, [chunkId]);
}
const known = (...words: readonly string[]) =>
  open.database.inWorkspace(workspace, async (transaction) => {
    const { vocabulary } = (await prepareQuestion(
      transaction,
      { database: open.database, workspaceId: workspace, accessGroups: null },
      { embedder: embedder.fingerprint, language: 'en', text: '', searchConfig: 'english', ownConfig: 'english' },
    ))!;
    return words.filter((word) => vocabulary.beginningWith(word, 1)[0] === word);
  });
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let openIt: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    openIt = resolve;
  });
  return { opened, open: openIt };
}

it('words of a transaction that began before another and committed after it are read all the same', async () => {
  const [written, mayEnd] = [gate(), gate()];
  const early = open.database.inWorkspace(workspace, async (transaction) => {
    await index(transaction, chunkIds[0]!, 'early heron');
    written.open();
    await mayEnd.opened;
  });
  await written.opened;
  await open.database.inWorkspace(workspace, (transaction) => index(transaction, chunkIds[1]!, 'late stork'));
  expect(await known('early', 'late', 'seed')).toEqual(['late', 'seed']);
  expect(await known('early', 'late')).toEqual(['late']);
  mayEnd.open();
  await early;
  expect(await known('early', 'late', 'heron')).toEqual(['early', 'late', 'heron']);
});

it('a word that two bring at once stands there once, and is not lost when the first fails', async () => {
  const [written, mayEnd] = [gate(), gate()];
  const failing = open.database.inWorkspace(workspace, async (transaction) => {
    await index(transaction, chunkIds[0]!, 'shared heron');
    written.open();
    await mayEnd.opened;
    throw new Error('it fails');
  });
  await written.opened;
  const second = open.database.inWorkspace(workspace, (transaction) =>
    index(transaction, chunkIds[1]!, 'shared stork'),
  );
  mayEnd.open();
  await expect(failing).rejects.toThrow('it fails');
  await second;
  expect(await known('shared', 'stork', 'heron')).toEqual(['shared', 'stork']);
  await open.database.inWorkspace(workspace, (transaction) => index(transaction, chunkIds[0]!, 'shared heron'));
  const { rows } = await open.pool.query(
    'select count(*)::int as total from vocabulary where workspace_id = $1 and lexeme = $2',
    [workspace, 'shared'],
  );
  expect(rows).toEqual([{ total: 1 }]);
});
