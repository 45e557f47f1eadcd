import { afterAll, beforeAll, expect, it } from 'vitest';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { keywordArm } from '../../src/retrieval/arms/keywordArm.ts';
import { vectorArm } from '../../src/retrieval/arms/searchArms.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

const embedder = createHashedEmbedder();
let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  open = await openTestDatabase();
  workspace = await newWorkspace(open.database);
  const documents = Array.from({ length: 60 }, (_, number) => ({
    key: `${number}.md`,
    format: 'MARKDOWN' as const,
    text: `The otter of river ${number} eats fish${number % 7} and rests near gate ${number % 11}.`,
    accessGroups: number % 3 === 0 ? ['board'] : number % 3 === 1 ? ['sales'] : [],
  }));
  const { results } = await ingest(
    { database: open.database, embedder, parser: inlineParser, log: silentLog },
    workspace,
    documents,
  );
  expect(results.filter(({ error }) => error)).toEqual([]);
}, 120_000);
afterAll(() => open.close());

/** Adds documents without a chunk: what a search finds stays the same, and the way to it changes. */
async function addEmpty(howMany: number, accessGroups: readonly string[]): Promise<void> {
  await open.pool.query(
    `with made as (
      insert into document (workspace_id, document_id, key, title, state, metadata, tags, created_at, updated_at, source_type, search_config, access_groups, trust)
      select $1, gen_random_uuid(), 'empty-' || gen_random_uuid(), 'Empty', 'PUBLISHED', '{}', '{}', now(), now(), 'FILE', 'english', $3, 'NORMAL'
      from generate_series(1, $2::int) returning document_id
    )
    insert into document_version (workspace_id, version_id, document_id, number, content_hash, effective_from, created_at, chunk_count, source_type, flags, passage_count, body_length, title_length, heading_length)
    select $1, gen_random_uuid(), made.document_id, 1, '', '2020-01-01', now(), 0, 'FILE', '{}', 0, 0, 0, 0 from made`,
    [workspace, howMany, accessGroups],
  );
}

async function search(): Promise<unknown> {
  const scope = {
    database: open.database,
    workspaceId: workspace,
    asOf: new Date('2100-01-01'),
    filter: {},
    accessGroups: ['sales'],
  };
  const vector = await embedder.embedQuery('Where does the otter that eats fish3 rest?');
  const near = await vectorArm(scope, { vector, model: embedder.fingerprint, limit: 2, maxDistance: 2 });
  const words = await open.database.inWorkspace(workspace, (transaction) =>
    keywordArm(transaction, scope, {
      arm: 'BM25',
      text: '',
      lexemes: [],
      words: {
        words: ['otter', 'fish3', 'gate'].map((lexeme) => ({ lexeme, count: 1, lookalikes: [] })),
        phrases: [],
      },
      searchConfig: 'english',
      limit: 30,
    }),
  );
  expect(near).toHaveLength(2);
  expect(words.hits).toHaveLength(30);
  return { near, words };
}

// Both arms choose their way by how much there is. An asker must not be able to tell from what is found.
it('finds the same however much is hidden, and however large the workspace is', async () => {
  const small = await search();
  await addEmpty(2_500, ['board']); // More than 2,000 hidden versions, and more than an eighth.
  expect(await search()).toEqual(small);
  await addEmpty(25_000, []); // An eighth is more than they are now, and there are more than 10,000 versions.
  expect(await search()).toEqual(small);
}, 120_000);
