import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { CandorError } from '../../src/errors.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { keysOf, search, type SearchChanges } from './search.ts';
import { cancelled, pause } from '../../src/clock.ts';

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

const take = (documents: readonly DocumentInput[]) =>
  ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, workspace, documents);
const texts = (all: Readonly<Record<string, string>>, language = 'en'): DocumentInput[] =>
  Object.entries(all).map(([key, text]) => ({ key, text, format: 'PLAIN_TEXT', language }));
const find = (
  query: string,
  changes?: SearchChanges,
  parts: { readonly database?: Database; readonly embedder?: Embedder } = {},
) => search({ database: open.database, embedder, ...parts }, workspace, query, changes);

const serialization = () =>
  new CandorError('DATABASE_FAILED', 'could not serialize access', {
    cause: Object.assign(new Error('x'), { code: '40001' }),
    details: { sqlState: '40001' },
  });

/** The same database, but the first `times` runs of a statement end in a fault. `ran` counts its runs. */
function faulty(
  statement: string,
  times: number,
  fault: () => Error = serialization,
): Database & { readonly ran: () => number } {
  let runs = 0;
  return {
    ...open.database,
    ran: () => runs,
    inWorkspace: (workspaceId, work, options) =>
      open.database.inWorkspace(
        workspaceId,
        (transaction) =>
          work({
            query: (asked, values) => {
              if (asked.name !== statement) return transaction.query(asked, values);
              runs += 1;
              return runs <= times ? Promise.reject(fault()) : transaction.query(asked, values);
            },
          }),
        options,
      ),
  };
}

const vectorStatement = 'retrieval.searchVector';
const keywordStatement = 'retrieval.searchBm25';

describe('a failure that may pass', () => {
  beforeEach(async () => {
    await take(texts({ 'a.txt': 'zebra otter', 'b.txt': 'zebra lion', 'c.txt': 'heron stork' }));
    // Without one, curated answers are not searched.
    await saveCurated(open.database, embedder, workspace, { question: 'Who feeds the heron?', answer: 'Nobody does.' });
  });

  it.each([
    vectorStatement,
    keywordStatement,
    'retrieval.readPreparation',
    'retrieval.readHits',
    'retrieval.searchCurated',
  ])('of %s costs a second try, and nothing else', async (statement) => {
    const whole = await find('zebra otter');
    const database = faulty(statement, 1);
    const found = await find('zebra otter', {}, { database });
    expect(found.degraded).toEqual([]);
    expect(found.passages).toEqual(whole.passages);
    expect(database.ran()).toBeGreaterThanOrEqual(2);
  });

  it('of the embedder too', async () => {
    let calls = 0;
    const away: Embedder = {
      ...embedder,
      embedQuery: async (text) => {
        calls += 1;
        if (calls === 1) throw new CandorError('MODEL_UNAVAILABLE', 'away');
        return embedder.embedQuery(text);
      },
    };
    expect((await find('zebra', {}, { embedder: away })).degraded).toEqual([]);
    expect(calls).toBe(2);
  });

  it('that does not pass loses the arm, which is told once, and the other stands', async () => {
    const database = faulty(vectorStatement, 99);
    const found = await find('zebra otter', {}, { database });
    expect(found.degraded).toMatchObject([{ part: 'VECTOR_ARM', message: 'could not serialize access' }]);
    expect(keysOf(found)).toEqual(['a.txt', 'b.txt']);
    expect([found.vectorOrder.length, database.ran()]).toEqual([0, 2]);
    const words = await find(
      'zebra otter',
      { settings: { maxDistance: 2 } },
      { database: faulty(keywordStatement, 99) },
    );
    expect(words.degraded.map(({ part }) => part)).toEqual(['KEYWORD_ARM']);
    expect([words.passages.length, words.keywordOrder.length]).toEqual([3, 0]);
  });

  it('of the analysis costs the keyword arm alone', async () => {
    const found = await find(
      'zebra',
      { settings: { maxDistance: 2 } },
      { database: faulty('retrieval.readPreparation', 99) },
    );
    expect(found.degraded.map(({ part }) => part)).toEqual(['KEYWORD_ARM']);
    expect(found.passages.length).toBe(3);
  });

  it('of both arms is the fault of the first', async () => {
    const broken: Embedder = {
      ...embedder,
      embedQuery: async () => {
        throw new CandorError('MODEL_UNAVAILABLE', 'away');
      },
    };
    await expect(find('zebra', {}, { database: faulty(keywordStatement, 99), embedder: broken })).rejects.toMatchObject(
      { code: 'MODEL_UNAVAILABLE' },
    );
  });

  it('is told apart from one that stays: a bad statement or one that took too long is not tried again', async () => {
    const bad = faulty(
      keywordStatement,
      1,
      () =>
        new CandorError('DATABASE_FAILED', 'syntax error', { cause: Object.assign(new Error('x'), { code: '42601' }) }),
    );
    expect((await find('zebra', {}, { database: bad })).degraded.map(({ part }) => part)).toEqual(['KEYWORD_ARM']);
    const late = faulty(keywordStatement, 1, () => new CandorError('TIMEOUT', 'took too long'));
    expect((await find('zebra', {}, { database: late })).degraded.map(({ part }) => part)).toEqual(['KEYWORD_ARM']);
    expect([bad.ran(), late.ran()]).toEqual([1, 1]);
  });

  it('in the middle of cancelled work is a cancellation', async () => {
    const abort = new AbortController();
    const leaving = faulty(keywordStatement, 1, () => {
      abort.abort();
      return serialization();
    });
    await expect(find('zebra', { signal: abort.signal }, { database: leaving })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});

describe('the stages', () => {
  beforeEach(() => take(texts({ 'a.txt': 'zebra otter', 'b.txt': 'zebra lion' })));

  it('begin as soon as they can: embedding at once, words without waiting for it', async () => {
    const order: string[] = [];
    let goOn = () => {};
    const wordsAreAsked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow: Embedder = {
      ...embedder,
      embedQuery: async (text) => {
        order.push('embedding begins');
        // Whoever waits for it before the words are searched waits for ever.
        await wordsAreAsked;
        await pause(30, undefined, cancelled);
        order.push('embedding ends');
        return embedder.embedQuery(text);
      },
    };
    const watched: Database = {
      ...open.database,
      inWorkspace: (id, work, options) =>
        open.database.inWorkspace(
          id,
          (transaction) =>
            work({
              query: (asked, values) => {
                order.push(asked.name);
                if (asked.name === keywordStatement) goOn();
                return transaction.query(asked, values);
              },
            }),
          options,
        ),
    };
    const found = await find('zebra', {}, { database: watched, embedder: slow });
    const at = (name: string) => order.indexOf(name);
    expect(at('embedding begins')).toBe(0);
    expect(at(keywordStatement)).toBeGreaterThan(0);
    expect(at(keywordStatement)).toBeLessThan(at('embedding ends'));
    expect(at(vectorStatement)).toBeGreaterThan(at('embedding ends'));
    expect(found.timings.embed).toBeGreaterThan(29);
    expect(found.timings.total).toBeLessThan(
      found.timings.embed +
        found.timings.vector +
        found.timings.read +
        found.timings.analyse +
        found.timings.keyword +
        1_000,
    );
  });

  it('are timed each, all above nothing and none above the whole', async () => {
    const { total, ...stages } = (await find('zebra')).timings;
    expect(Object.keys(stages)).toEqual(['analyse', 'embed', 'vector', 'keyword', 'read']);
    for (const millis of Object.values(stages)) {
      expect(millis).toBeGreaterThan(0);
      expect(millis).toBeLessThan(total);
    }
    expect((await find('zebra', { preset: 'NAIVE' })).timings.keyword).toBe(0);
  });
});

describe('the analysis of a question', () => {
  it('is the most frequent one where neither its language nor English is among the documents, and one document changes that at once', async () => {
    await take([
      ...texts({ 'f.txt': 'les zèbres courent' }, 'fr'),
      ...texts({ 'd.txt': 'die Zebras laufen', 'e.txt': 'die Löwen schlafen' }, 'de'),
    ]);
    const config = async (language: string) => (await find('zebra', { language })).searchConfig;
    expect([await config('it'), await config('fr')]).toEqual(['german', 'french']);
    await take(texts({ 'i.txt': 'le zebre corrono' }, 'it'));
    expect(await config('it')).toBe('italian');
  });

  it('counts what the reader may see, and nothing that was hidden', async () => {
    await take([
      ...texts({ 'd.txt': 'die Zebras laufen' }, 'de'),
      ...texts({ 'f.txt': 'les zèbres courent' }, 'fr').map((document) => ({ ...document, accessGroups: ['secret'] })),
      ...texts({ 'i.txt': 'le zebre corrono' }, 'it').map((document) => ({ ...document, state: 'DRAFT' as const })),
    ]);
    expect((await find('zebra', { language: 'fr' })).searchConfig).toBe('french');
    expect((await find('zebra', { language: 'fr', accessGroups: [] })).searchConfig).toBe('german');
    expect((await find('zebra', { language: 'it', accessGroups: [] })).searchConfig).toBe('german');
  });
});
