import { beforeAll, expect, it } from 'vitest';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { findKnownWords } from '../../src/retrieval/question/question.sql.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { searched, visible, type Parts } from './hiddenDocuments.ts';

/** Beyond what the keyword arm looks up by exception. */
const hidden = 2_500;
/** In every hidden document, and in none. */
const [inAll, inNone] = ['zarquonia', 'moldavert'];

let open: OpenTestDatabase;
let parts: Parts;
let [beside, without]: string[] = [];

beforeAll(async () => {
  open = await openTestDatabase();
  parts = { database: open.database, embedder: createHashedEmbedder() };
  const taking = { ...parts, parser: inlineParser, log: silentLog };
  [beside, without] = [await newWorkspace(open.database), await newWorkspace(open.database)];
  await ingest(taking, beside, visible);
  await ingest(taking, without, visible);
  await hide(beside);
});

/** Rows as an ingestion writes them, without vectors: thousands of documents in a second. Their ids come before, among and after those of the visible ones. */
async function hide(workspace: string): Promise<void> {
  await open.pool.query(
    `create temporary table made as select nth, gen_random_uuid() as id, to_tsvector('english', 'The price of ${inAll} is kept at the cable car.') as tsv from generate_series(1, ${hidden}) as nth`,
  );
  const of = `select '${workspace}'::uuid`;
  for (const text of [
    `insert into document (workspace_id, document_id, key, title, state, metadata, tags, source_type, language, search_config, access_groups, trust, created_at, updated_at)
      ${of}, id, 'hidden/' || nth, 'T', 'PUBLISHED', '{}', '{}', 'PLAIN_TEXT', 'en', 'english', '{board}', 'NORMAL', now() - interval '30 days', now() - interval '30 days' from made`,
    `insert into document_version (workspace_id, version_id, document_id, number, content_hash, effective_from, created_at, chunk_count, source_type, flags, passage_count, body_length, title_length, heading_length)
      ${of}, id, id, 1, 'x', now() - interval '30 days', now(), 1, 'PLAIN_TEXT', '{}', 1, 5, 1, 0 from made`,
    `insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, omitted, body_length, title_length, heading_length)
      ${of}, id, id, id, id, 'PASSAGE', 0, 0, 9, false, 5, 1, 0 from made`,
    `insert into chunk_text (workspace_id, chunk_id, body, section_path, tsv, content_type, token_count, quality)
      ${of}, id, 'x', '{}', tsv, 'PROSE', 9, 1 from made`,
    `insert into posting (workspace_id, lexeme, chunk_id, body, title, heading, body_length, title_length, heading_length, counted)
      ${of}, word.lexeme, id, 1, 0, 0, 5, 1, 0, true from made, unnest(tsv) as word`,
    `drop table made`,
  ])
    await open.pool.query(text);
}

/** Pages that the statement looks at the second time, as the application. */
async function pagesOf(statement: string): Promise<number> {
  const client = await open.pool.connect();
  try {
    await client.query(`begin; set local candor.workspace_id = '${beside}'; set local role candor_app`);
    await client.query(statement);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${statement}`,
    );
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const knownWord = (word: string) => {
  const values = [`'${beside}'::uuid`, `array['${word}', 'price']`, 'now()', `array['sales']`];
  return values.reduce((text, value, place) => text.replaceAll(`$${place + 1}`, value), findKnownWords.text);
};
const search = (word: string, phrase: string) =>
  `select * from candor_search_bm25('${beside}', array['${word}', 'price', '"1'], array[1, 2, 3], array[1, 1, 1], array[1, 1, 1], array['${phrase}'], 'english', 30, now(), array['sales'], '{}')`;

it.each([
  ['whether a word is known', () => knownWord(inAll), () => knownWord(inNone)],
  ['the search for a word', () => search(inAll, 'cable car'), () => search(inNone, 'cable car')],
  ['the search for a phrase', () => search(inNone, `price of ${inAll}`), () => search(inNone, `price of ${inNone}`)],
])('%s reads as much for one of 2,500 hidden documents as for one of none', async (_, ofAll, ofNone) => {
  // Where a vacuum runs beside them, as it does on a busy server, one of a few readings is undisturbed.
  const [alls, nones]: [number[], number[]] = [[], []];
  for (let reading = 0; reading < 3; reading += 1) {
    alls.push(await pagesOf(ofAll()));
    nones.push(await pagesOf(ofNone()));
  }
  const [all, none] = [Math.min(...alls), Math.min(...nones)];
  // Of a word that stands somewhere the walk sees a few pages of the index before it knows that none is readable.
  expect(Math.abs(all - none), `${all} and ${none} pages`).toBeLessThan(25);
});

it('what is found beside them is what is found without them, to the digit', async () => {
  for (const question of [
    'What does a season ticket for the cable car cost?',
    `What is the price of ${inAll}?`,
    'When is "the cable car" kept at the till?',
    'How long is lost property kept?',
  ])
    expect(await searched(parts, beside ?? '', question), question).toEqual(
      await searched(parts, without ?? '', question),
    );
});
