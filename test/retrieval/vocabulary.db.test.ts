import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { prepareQuestion } from '../../src/retrieval/question/analyseQuestion.ts';
import { readPreparation as statement } from '../../src/retrieval/question/question.sql.ts';
import type { Vocabulary } from '../../src/retrieval/question/vocabulary.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

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

// Czech has no stemmer in Postgres: words stay as they stand.
const take = (key: string, text: string, into = workspace) =>
  ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, into, [
    { key, text, format: 'PLAIN_TEXT', language: 'cs' },
  ]);
/** The vocabulary as it is now, and how many words this reading brought. */
const reading = async (
  of = workspace,
  identity = open.database.identity,
): Promise<{ readonly vocabulary: Vocabulary; readonly read: number }> =>
  open.database.inWorkspace(of, async (transaction) => {
    let read = 0;
    const counting: typeof transaction = {
      query: async (asked, values) => {
        const rows = await transaction.query(asked, values);
        if (asked.name === statement.name) read += statement.row.parse(rows[0]).lexemes.length;
        return rows;
      },
    };
    const prepared = await prepareQuestion(
      counting,
      { database: { ...open.database, identity }, workspaceId: of, accessGroups: null },
      { embedder: embedder.fingerprint, language: 'en', text: '', searchConfig: 'english', ownConfig: 'english' },
    );
    return { vocabulary: prepared!.vocabulary, read };
  });
const holds = (words: Vocabulary, word: string) => words.beginningWith(word, 1)[0] === word;
const vocabulary = async (of?: string) => (await reading(of)).vocabulary;
const wordsLike = async (word: string, least = 0.4, limit = 8) =>
  (await vocabulary()).similarTo(word, least, limit).map(({ lexeme }) => lexeme);

describe('words that look alike', () => {
  beforeEach(() =>
    take(
      'a.txt',
      'recalibrate calibrate recall vibrate Normandy marathon athens résumé ab zebra autoscaler autoscaling autoscale auto E1042 E1043',
    ),
  );

  it('are those with a letter missing, doubled, wrong or moved', async () => {
    for (const typo of ['recalibrte', 'reccalibrate', 'rekalibrate', 'reaclibrate'])
      expect((await wordsLike(typo))[0], typo).toBe('recalibrate');
  });

  it('come by the Dice coefficient of their trigrams, most similar first, down to the least and never more than asked for', async () => {
    const found = (await vocabulary()).similarTo('recalibrte', 0, 50);
    // ^^r ^re rec eca cal ali lib ibr brt rte te$, and with ...bra rat ate: 9 in common of 11 and 12.
    expect(found[0]).toEqual({ lexeme: 'recalibrate', similarity: 18 / 23 });
    expect(found.map(({ similarity }) => similarity)).toEqual(
      found.map(({ similarity }) => similarity).toSorted((left, right) => right - left),
    );
    const [, second] = found;
    expect((await vocabulary()).similarTo('recalibrte', second!.similarity, 50)).toEqual(found.slice(0, 2));
    expect((await vocabulary()).similarTo('recalibrte', 0, 1)).toEqual(found.slice(0, 1));
  });

  it('are not the word itself, nor anything for a word of three letters', async () => {
    expect(await wordsLike('recalibrate')).not.toContain('recalibrate');
    expect(holds(await vocabulary(), 'recalibrate')).toBe(true);
    expect(await wordsLike('ath', 0)).toEqual([]);
  });

  it('are found across scripts and accents', async () => {
    expect((await wordsLike('Нормандия'))[0]).toBe('normandy');
    expect((await wordsLike('Μαραθώνας'))[0]).toBe('marathon');
    expect((await vocabulary()).similarTo('résumé', 0.9, 1)).toEqual([{ lexeme: 'resume', similarity: 1 }]);
  });

  it('begin with the same letters, the shortest first', async () => {
    const words = await vocabulary();
    expect(words.beginningWith('autosc', 8)).toEqual(['autoscale', 'autoscaler', 'autoscaling']);
    expect(words.beginningWith('auto', 2)).toEqual(['auto', 'autoscale']);
    expect(words.beginningWith('scal', 8)).toEqual([]);
  });
});

describe('a reading', () => {
  it('never brings a word of another workspace', async () => {
    const other = await newWorkspace(open.database);
    await take('a.txt', 'recalibrate the gauges');
    await take('b.txt', 'normandy in spring', other);
    expect([holds(await vocabulary(), 'normandy'), await wordsLike('normandie')]).toEqual([false, []]);
    expect((await vocabulary(other)).similarTo('recalibrte', 0.4, 8)).toEqual([]);
    expect(holds(await vocabulary(other), 'normandy')).toBe(true);
  });

  it('brings what came since the one before, and not everything again', async () => {
    await take('a.txt', 'recalibrate the gauges');
    expect((await reading()).read).toBe(4); // with the title
    await take('b.txt', 'calibrate the gauges');
    const { vocabulary: words, read } = await reading();
    expect([holds(words, 'calibrate'), holds(words, 'recalibrate')]).toEqual([true, true]);
    // On a server a transaction that still runs in another test's database holds the horizon back: then some words come again.
    expect(read).toBeGreaterThanOrEqual(2);
    if (open.database.kind === 'embedded') expect(read).toBe(2);
    await expect.poll(async () => (await reading()).read, { timeout: 20_000 }).toBe(0);
  });

  it('of another database begins anew: two may know the same workspace', async () => {
    await take('a.txt', 'recalibrate');
    await expect.poll(async () => (await reading()).read, { timeout: 20_000 }).toBe(0);
    expect((await reading(workspace, {})).read).toBe(2);
  });
});
