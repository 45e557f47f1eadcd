import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { detectQuestionLanguage } from '../../src/knowledge/language/language.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { searchConfigOf } from '../../src/knowledge/language/words.ts';
import { silentLog } from '../../src/log.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { search } from './search.ts';

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

const document = (key: string, text: string, language: string): DocumentInput => ({
  key,
  text,
  format: 'PLAIN_TEXT',
  language,
});
const take = (...documents: readonly DocumentInput[]) =>
  ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, workspace, documents);
/** Keys that the keyword arm found, by the language that a question looks like. */
const found = async (query: string, language = detectQuestionLanguage(query)) => {
  const result = await search({ database: open.database, embedder }, workspace, query, {
    language,
    settings: { maxDistance: 2 },
  });
  const keyOf = new Map(result.passages.map(({ chunkId, documentKey }) => [chunkId, documentKey]));
  return {
    keys: result.keywordOrder.map((id) => keyOf.get(id)),
    searchConfig: result.searchConfig,
    lexemes: [...result.idf.keys()],
    unknown: result.unknown,
  };
};

it('every configuration that a language may get is one of the database', async () => {
  const { rows } = await open.pool.query<{ cfgname: string }>('select cfgname from pg_ts_config');
  const known = new Set(rows.map(({ cfgname }) => cfgname));
  const codes = 'ar ca da de el en es eu fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sr sv ta tr yi'.split(' ');
  expect(codes.filter((code) => searchConfigOf(code) === 'simple' || !known.has(searchConfigOf(code)))).toEqual([]);
  // Every stemmer of the database has its language, but for one that a server 17 does not know.
  const used = new Set(codes.map((code) => searchConfigOf(code)));
  expect([...known].filter((config) => !used.has(config) && !['simple', 'estonian'].includes(config))).toEqual([]);
});

it('a word within a longer word of a passage in hand is not said to be in no document', async () => {
  await take(document('geraete.txt', 'Neue Laptops werden alle vier Jahre ausgegeben.', 'de'));
  expect((await found('Wo ist mein Laptop und mein Fahrrad?', 'de')).unknown).toEqual(['fahrrad']);
});

describe('in a German knowledge base', () => {
  beforeEach(() =>
    take(
      document('erstattung.txt', 'Rückerstattungen werden innerhalb von vierzehn Tagen überwiesen.', 'de'),
      document('haeuser.txt', 'Die Häuser am Fluss haben keinen Keller.', 'de'),
    ),
  );

  it.each([
    ['Rückerstattung', 'erstattung.txt'],
    ['Wann kommt die Rückerstattung?', 'erstattung.txt'],
    ['Haus', 'haeuser.txt'],
    ['überweisen wir in einem Tag', 'erstattung.txt'],
  ])('%j finds another form of its words', async (query, key) => {
    expect(await found(query)).toMatchObject({ keys: [key], searchConfig: 'german' });
  });

  it('German stop words weigh nothing', async () => {
    expect((await found('Haben die Häuser keinen Keller?')).lexemes.sort()).toEqual(['haus', 'kell']);
  });

  it('an English question is analysed as German too: there is nothing else to compare it with', async () => {
    expect((await found('How long does it take?', 'en')).searchConfig).toBe('german');
  });
});

describe('in a knowledge base of two languages', () => {
  beforeEach(() =>
    take(
      document('refunds.txt', 'Refunds are paid to the card within five days.', 'en'),
      document('cards.txt', 'A card is replaced within a week when it was lost.', 'en'),
      document('erstattung.txt', 'Rückerstattungen werden innerhalb von vierzehn Tagen überwiesen.', 'de'),
    ),
  );

  it('each question is analysed in its own', async () => {
    expect(await found('How is a refund paid to cards?')).toMatchObject({
      searchConfig: 'english',
      keys: ['refunds.txt', 'cards.txt'],
    });
    expect(await found('Wann wird eine Rückerstattung überwiesen?')).toMatchObject({
      searchConfig: 'german',
      keys: ['erstattung.txt'],
    });
  });

  it('the language that was asked for decides, where documents are in it', async () => {
    expect((await found('Rückerstattung', 'de')).keys).toEqual(['erstattung.txt']);
    expect((await found('refunds', 'de')).searchConfig).toBe('german');
    expect((await found('refunds', 'fr')).searchConfig).toBe('english');
  });

  it('what is hidden counts no longer, at once', async () => {
    await open.pool.query(`update document set state = 'DRAFT' where workspace_id = $1 and key = 'erstattung.txt'`, [
      workspace,
    ]);
    expect((await found('refunds', 'de')).searchConfig).toBe('english');
  });
});
