import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { CandorError } from '../../src/errors.ts';
import { deleteDocument, setState } from '../../src/knowledge/store/documents.ts';
import { createParserProcess } from '../../src/knowledge/formats/process/parserProcess.ts';
import {
  generateHypotheticals,
  type HypotheticalOptions,
  type HypotheticalProgress,
} from '../../src/knowledge/hypotheticals/generate.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { startOpenaiServer, type ChatCall, type OpenaiServer, type ScriptedReply } from '../support/openaiServer.ts';

const embedder = createHashedEmbedder();
const parser = createParserProcess();
let open: OpenTestDatabase;
let server: OpenaiServer;
let chat: ChatModel;
let workspace: string;
let script: (shown: readonly Shown[], number: number) => ScriptedReply;
let before = 0;

beforeAll(async () => {
  open = await openTestDatabase();
  server = await startOpenaiServer({ chat: (call, number) => script(shownIn(call), number - before) });
  chat = openOpenaiChat({ serverUrl: server.url, apiKey: 'key-of-the-test', model: 'test', firstTokenMillis: 2_500 });
});
afterAll(async () => {
  await parser.close();
  await open.close();
  await server.close();
});
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  before = server.chatCalls().length;
  script = (shown) => asksAbout(shown);
});

interface Shown {
  readonly number: number;
  readonly text: string;
}

function shownIn(call: ChatCall): Shown[] {
  const prompt = call.messages.find((message) => message.role === 'user')?.content ?? '';
  return [...prompt.matchAll(/<passage number="(\d+)"[^>]*>\n([^<]*)\n<\/passage>/g)].map((match) => ({
    number: Number(match[1]),
    text: match[2] ?? '',
  }));
}

/** Two questions a passage, in words that stand in no document. */
const questionsFor = (text: string) => [
  `Tell me, wozzle ${text.split(' ')[0] ?? ''}?`,
  `Tell me, gromble ${text.split(' ')[0] ?? ''}?`,
];
const asksAbout = (shown: readonly Shown[]): ScriptedReply => ({
  json: { items: shown.map(({ number, text }) => ({ number, questions: questionsFor(text) })) },
});

const parts = (changes: { chat?: ChatModel | null; embedder?: Embedder } = {}) => ({
  database: open.database,
  embedder,
  parser,
  chat,
  log: silentLog,
  ...changes,
});
const reader = () => ({ workspaceId: workspace, accessGroups: null });
const generate = (options?: HypotheticalOptions, changes?: Parameters<typeof parts>[0]) =>
  generateHypotheticals(parts(changes), workspace, options);
const take = (texts: Readonly<Record<string, string>>) =>
  ingest(
    parts(),
    workspace,
    Object.entries(texts).map(([key, text]) => ({ key, text, format: 'PLAIN_TEXT' as const })),
  );
/** Documents of one passage each. */
const takeMany = (count: number, from = 0) =>
  take(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`doc${index + from}.txt`, `Number${index + from} is a bear.`]),
    ),
  );
const calls = () => server.chatCalls().length - before;
const batchSizes = () =>
  server
    .chatCalls()
    .slice(before)
    .map((call) => shownIn(call).length);
const rows = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await open.pool.query<Row>(text, [workspace, ...values])).rows;
const change = (text: string) => open.pool.query(text, [workspace]);
const idOf = async (key: string) =>
  (
    await rows<{ document_id: string }>('select document_id from document where workspace_id = $1 and key = $2', [key])
  )[0]!.document_id;
/** How many passages are marked, and how many hypotheticals there are, all of them different. */
async function stored(): Promise<{ marked: number; hypotheticals: number }> {
  const [row] = await rows<{ marked: number; hypotheticals: number; different: number }>(`
    select count(*) filter (where t.hypotheticals_at is not null)::int as marked, count(*) filter (where c.kind = 'HYPOTHETICAL')::int as hypotheticals,
      count(distinct c.parent_id::text || t.body) filter (where c.kind = 'HYPOTHETICAL')::int as different
    from chunk c join chunk_text t using (workspace_id, chunk_id) where workspace_id = $1`);
  expect(row!.different).toBe(row!.hypotheticals);
  return { marked: row!.marked, hypotheticals: row!.hypotheticals };
}

describe('generating', () => {
  it('does nothing without a chat model, and says so', async () => {
    await takeMany(2);
    expect(await generate({}, { chat: null })).toEqual({
      chunkCount: 0,
      hypotheticalCount: 0,
      tokens: 0,
      stopped: 'DONE',
      degraded: null,
    });
    expect([calls(), await stored()]).toEqual([0, { marked: 0, hypotheticals: 0 }]);
  });

  it('stores each question as a chunk that points to its passage, with all that finds it', async () => {
    await ingest(parts(), workspace, [
      { key: 'fees.md', text: '# Fees\n\nBears pay nine crowns.', format: 'MARKDOWN' as const },
    ]);
    const summary = await generate();

    expect(summary).toMatchObject({ chunkCount: 1, hypotheticalCount: 2, stopped: 'DONE', degraded: null });
    const found = await rows<{ kind: string; body: string }>(`
      select c.kind, c.ordinal, c.start_offset, c.end_offset, c.body_length, c.title_length, c.heading_length, c.omitted, t.body, t.section_path, t.tsv::text, parent.body as parent,
        array(select p.lexeme || ' ' || p.body || p.title || p.heading from posting p where p.workspace_id = $1 and p.chunk_id = c.chunk_id order by 1) as postings,
        array(select w.model || ' ' || w.ordinal || ' ' || w.start_offset || ' ' || w.end_offset from chunk_window w where w.workspace_id = $1 and w.chunk_id = c.chunk_id) as windows
      from chunk c join chunk_text t using (workspace_id, chunk_id) join chunk_text parent on parent.workspace_id = c.workspace_id and parent.chunk_id = c.parent_id
      where c.workspace_id = $1 order by c.ordinal`);
    expect(found.map((row) => row.kind)).toEqual(['PASSAGE', 'HYPOTHETICAL', 'HYPOTHETICAL']);
    const passage = found[0]!;
    expect(found[1]).toEqual({
      ...passage,
      kind: 'HYPOTHETICAL',
      ordinal: 1,
      body: 'Tell me, wozzle Bears?',
      tsv: `'bear':4 'tell':1 'wozzl':3`,
      body_length: 3,
      title_length: 0,
      heading_length: 0,
      postings: ['bear 100', 'tell 100', 'wozzl 100'],
      windows: [`${embedder.fingerprint} 0 0 22`],
    });
    expect(found[2]).toMatchObject({ ordinal: 2, parent: 'Bears pay nine crowns.', section_path: ['Fees'] });
  });

  it('asks for eight passages a call, counts what the server counts, and tells how far it is', async () => {
    await takeMany(20);
    const progress: HypotheticalProgress[] = [];
    const summary = await generate({ onProgress: (step) => progress.push(step) });

    expect(batchSizes()).toEqual([8, 8, 4]);
    expect(summary).toMatchObject({ chunkCount: 20, hypotheticalCount: 40, stopped: 'DONE' });
    expect(progress.map(({ done, total }) => [done, total])).toEqual([
      [8, 20],
      [16, 20],
      [20, 20],
    ]);
    const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
    const prompts = server
      .chatCalls()
      .slice(before)
      .flatMap((call) => call.messages)
      .reduce((sum, message) => sum + words(message.content), 0);
    expect(summary.tokens).toBeGreaterThan(prompts);
    expect(progress.at(-1)?.tokens).toBe(summary.tokens);
    expect(await stored()).toEqual({ marked: 20, hypotheticals: 40 });
  });

  it('reads replies by number, drops what is no question, and stores no more than asked for', async () => {
    await takeMany(2);
    script = () => ({
      json: {
        items: [
          {
            number: 2,
            questions: [
              'Which animal?',
              'which ANIMAL?',
              'See https://evil.example?',
              '',
              'A bear.',
              `${'so '.repeat(150)}?`,
              'Who?',
              'What for?',
              'Since when?',
            ],
          },
          { number: 7, questions: ['Of nobody?'] },
        ],
      },
    });
    expect(await generate({ perChunk: 2 })).toMatchObject({ chunkCount: 2, hypotheticalCount: 2 });
    expect(
      await rows(
        'select distinct body from chunk join chunk_text using (workspace_id, chunk_id) where workspace_id = $1 and kind = $2 order by 1',
        ['HYPOTHETICAL'],
      ),
    ).toEqual([{ body: 'Which animal?' }, { body: 'Who?' }]);
  });

  it('takes the passages that can be found, and no others', async () => {
    const { results } = await takeMany(6);
    await setState(open.database, reader(), await idOf('doc0.txt'), 'DRAFT');
    await change(
      `update document_version set effective_from = '2099-01-01' where workspace_id = $1 and document_id = '${await idOf('doc1.txt')}'`,
    );
    await change(
      `update document_version set effective_until = '2001-01-01' where workspace_id = $1 and document_id = '${await idOf('doc2.txt')}'`,
    );
    await change(`update document set deleted_at = '2001-01-01' where workspace_id = $1 and key = 'doc3.txt'`);
    await change(
      `update chunk set omitted = true where workspace_id = $1 and document_id = '${await idOf('doc4.txt')}'`,
    );
    expect(results).toHaveLength(6);

    expect(await generate()).toMatchObject({ chunkCount: 1, hypotheticalCount: 2 });
    expect(
      await rows(
        `select distinct key from chunk join document using (workspace_id, document_id) where workspace_id = $1 and kind = 'HYPOTHETICAL'`,
      ),
    ).toEqual([{ key: 'doc5.txt' }]);
  });

  it('takes only the versions that are named, drafts too', async () => {
    await takeMany(3);
    await setState(open.database, reader(), await idOf('doc0.txt'), 'DRAFT');
    const versions = await rows<{ version_id: string; key: string }>(
      'select version_id, key from document_version join document using (workspace_id, document_id) where workspace_id = $1 order by key',
    );
    expect(await generate({ versionIds: [versions[0]!.version_id, versions[2]!.version_id] })).toMatchObject({
      chunkCount: 2,
    });
    expect(await generate({ versionIds: [] })).toMatchObject({ chunkCount: 0, stopped: 'DONE' });
    expect(await stored()).toEqual({ marked: 2, hypotheticals: 4 });
  });

  it('reads a question by the language of its document', async () => {
    await takeMany(1);
    await change(`update document set search_config = 'german' where workspace_id = $1`);
    script = () => ({ json: { items: [{ number: 1, questions: ['Welche Häuser haben die Bären?'] }] } });
    await generate();
    expect(
      await rows(
        `select lexeme from posting join chunk using (workspace_id, chunk_id) where workspace_id = $1 and kind = 'HYPOTHETICAL' order by 1`,
      ),
    ).toEqual([{ lexeme: 'bar' }, { lexeme: 'haus' }]);
  });

  it.each([{ perChunk: 0 }, { perChunk: 11 }, { perChunk: 1.5 }, { maxTokens: -1 }])('refuses %j', async (options) => {
    await expect(generate(options)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('refuses another embedder than the one whose vectors are stored', async () => {
    await takeMany(1);
    await expect(generate({}, { embedder: createHashedEmbedder('test:other@1:64') })).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
    });
    expect(calls()).toBe(0);
  });
});

describe('running again', () => {
  it('asks for nothing that was asked for, and goes on with what is new', async () => {
    await takeMany(3);
    await generate();
    expect(await generate()).toMatchObject({ chunkCount: 0, hypotheticalCount: 0, tokens: 0, stopped: 'DONE' });
    expect(calls()).toBe(1);
    await takeMany(2, 3);
    expect(await generate()).toMatchObject({ chunkCount: 2 });
    expect([batchSizes(), await stored()]).toEqual([[3, 2], { marked: 5, hypotheticals: 10 }]);
  });

  it('goes on behind the last batch when it was aborted in the middle of a call', async () => {
    await takeMany(20);
    const stop = new AbortController();
    script = (shown, number) => (number < 3 ? asksAbout(shown) : { hang: true });
    const running = generate({ signal: stop.signal });
    await expect.poll(calls).toBe(3);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
    expect(await stored()).toEqual({ marked: 16, hypotheticals: 32 });

    script = (shown) => asksAbout(shown);
    expect(await generate()).toMatchObject({ chunkCount: 4, hypotheticalCount: 8 });
    expect(await stored()).toEqual({ marked: 20, hypotheticals: 40 });
  });

  it('is CANCELLED for whatever reason the caller aborted, before and between', async () => {
    await takeMany(9);
    await expect(generate({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    const stop = new AbortController();
    const ending = generate({
      signal: stop.signal,
      onProgress: () => {
        stop.abort(new DOMException('late', 'TimeoutError'));
      },
    });
    await expect(ending).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await stored()).toEqual({ marked: 8, hypotheticals: 16 });
  });

  it('doubles nothing after a crash between the reply and the end of its transaction', async () => {
    await takeMany(3);
    await open.pool.query('alter table chunk_window rename to moved_away');
    try {
      await expect(generate()).rejects.toMatchObject({ code: 'DATABASE_FAILED' });
    } finally {
      await open.pool.query('alter table moved_away rename to chunk_window');
    }
    expect(await stored()).toEqual({ marked: 0, hypotheticals: 0 });
    await generate();
    expect(await stored()).toEqual({ marked: 3, hypotheticals: 6 });
  });

  it('doubles nothing when two run at once', async () => {
    await takeMany(20);
    const summaries = await Promise.all([generate(), generate()]);
    expect(summaries.map(({ stopped }) => stopped)).toEqual(['DONE', 'DONE']);
    expect(summaries.reduce((sum, { hypotheticalCount }) => sum + hypotheticalCount, 0)).toBe(40);
    expect(await stored()).toEqual({ marked: 20, hypotheticals: 40 });
  });

  it('never waits for a deletion that waits for it', async () => {
    const { results } = await takeMany(40);
    const removing = (async () => {
      for (const { documentId } of results.slice(0, 24))
        await deleteDocument(open.database, reader(), documentId!, true);
    })();
    const [one, other] = await Promise.all([generate(), generate(), removing]);
    expect([one.stopped, other.stopped]).toEqual(['DONE', 'DONE']);
    expect(await stored()).toEqual({ marked: 16, hypotheticals: 32 });
  });

  it('leaves out a passage that is deleted while the model thinks', async () => {
    await takeMany(3);
    const gone = await idOf('doc1.txt');
    const slow: ChatModel = {
      ...chat,
      complete: async (request, options) => {
        const reply = await chat.complete(request, options);
        await deleteDocument(open.database, reader(), gone, true);
        return reply;
      },
    };
    expect(await generate({}, { chat: slow })).toMatchObject({
      chunkCount: 2,
      hypotheticalCount: 4,
      stopped: 'DONE',
      degraded: null,
    });
    expect(await stored()).toEqual({ marked: 2, hypotheticals: 4 });
  });
});

describe('a model that fails', () => {
  it.each<[string, ScriptedReply]>([
    ['is down', { status: 503, retryAfter: 0.01 }],
    ['is over its quota', { status: 429, retryAfter: 0.01 }],
    ['asks to be called much later', { status: 429, retryAfter: 60 }],
    ['refuses the key', { status: 401 }],
    ['is another one', { status: 404 }],
    ['never answers', { hang: true }],
    ['is cut off', { cutOff: '{"items": [' }],
  ])('since it %s: nothing is marked, and what came before is kept', async (_, failure) => {
    await takeMany(12);
    script = (shown, number) => (number === 1 ? asksAbout(shown) : failure);
    const summary = await generate();
    expect(summary).toMatchObject({ chunkCount: 8, hypotheticalCount: 16, stopped: 'MODEL_UNAVAILABLE' });
    expect(summary.degraded).toBeTruthy();
    expect(summary.degraded).not.toContain('key-of-the-test');
    expect(await stored()).toEqual({ marked: 8, hypotheticals: 16 });

    script = (shown) => asksAbout(shown);
    expect(await generate()).toMatchObject({ chunkCount: 4, stopped: 'DONE', degraded: null });
  });

  it('once is asked to repair its reply', async () => {
    await takeMany(3);
    script = (shown, number) => (number === 1 ? { malformed: true } : asksAbout(shown));
    expect(await generate()).toMatchObject({ chunkCount: 3, hypotheticalCount: 6, stopped: 'DONE', degraded: null });
    expect(calls()).toBe(2);
  });

  it.each<[string, ScriptedReply, number]>([
    ['malformed', { malformed: true }, 2],
    ['of another shape', { json: { items: [{ number: 'one' }] } }, 2],
    ['a refusal', { refusal: 'I cannot.' }, 1],
    ['too long', { text: '{"items": [', finish: 'length' }, 2],
    [
      'a request it cannot take, in whatever shape the reply is asked for',
      { status: 400, message: 'This request cannot be taken.' },
      3,
    ],
  ])('over one passage (%s) costs the half that it is in, once', async (_, failure, tries) => {
    await takeMany(16);
    script = (shown) => (shown.some(({ text }) => text.startsWith('Number2 ')) ? failure : asksAbout(shown));
    const summary = await generate();
    expect(summary).toMatchObject({ chunkCount: 16, hypotheticalCount: 24, stopped: 'DONE' });
    expect(summary.degraded).toMatch(/^4 passages got no example questions\. /);
    expect(calls()).toBe(2 * tries + 2);
    expect(await generate()).toMatchObject({ chunkCount: 0, tokens: 0, degraded: null });
  });

  it('over the whole batch, not over its halves: nothing is lost, and nothing told', async () => {
    await takeMany(8);
    script = (shown) => (shown.length > 4 ? { refusal: 'Too much.' } : asksAbout(shown));
    expect(await generate()).toMatchObject({ chunkCount: 8, hypotheticalCount: 16, stopped: 'DONE', degraded: null });
  });

  it('three batches in a row is not asked again, and no passage pays for it', async () => {
    await takeMany(40);
    script = () => ({ refusal: 'I write no questions.' });
    const summary = await generate();
    expect(summary).toMatchObject({
      chunkCount: 0,
      hypotheticalCount: 0,
      stopped: 'MODEL_UNAVAILABLE',
      degraded: expect.stringContaining('declined'),
    });
    expect([calls(), await stored()]).toEqual([9, { marked: 0, hypotheticals: 0 }]);
  });

  it('at the end marks the last passages as tried', async () => {
    await takeMany(3);
    script = () => ({ malformed: true });
    expect(await generate()).toMatchObject({
      chunkCount: 3,
      hypotheticalCount: 0,
      stopped: 'DONE',
      degraded: expect.stringContaining('3 passages'),
    });
    const spent = calls();
    expect(await generate()).toMatchObject({ chunkCount: 0, stopped: 'DONE', degraded: null });
    expect(calls()).toBe(spent);
  });

  it('to embed is told too, and nothing is marked', async () => {
    await takeMany(2);
    const away: Embedder = {
      ...embedder,
      embedDocuments: async () => {
        throw new CandorError('MODEL_UNAVAILABLE', 'The embedder is away.');
      },
    };
    expect(await generate({}, { embedder: away })).toMatchObject({
      chunkCount: 0,
      stopped: 'MODEL_UNAVAILABLE',
      degraded: 'The embedder is away.',
    });
    expect(await stored()).toEqual({ marked: 0, hypotheticals: 0 });
  });
});

describe('a budget of tokens', () => {
  it('of none allows no call', async () => {
    await takeMany(1);
    expect(await generate({ maxTokens: 0 })).toMatchObject({
      chunkCount: 0,
      tokens: 0,
      stopped: 'TOKEN_BUDGET',
      degraded: null,
    });
    expect(calls()).toBe(0);
  });

  it('ends a run between two batches; the next run goes on', async () => {
    await takeMany(16);
    script = (shown) => ({
      json: {
        items: shown.map(({ number, text }) => ({ number, questions: questionsFor(text) })),
        note: 'so '.repeat(1_000),
      },
    });
    const first = await generate({ maxTokens: 4_000 });
    expect(first).toMatchObject({ chunkCount: 8, stopped: 'TOKEN_BUDGET', degraded: null });
    expect(first.tokens).toBeLessThan(4_000);
    expect(await generate({ maxTokens: 4_000 })).toMatchObject({ chunkCount: 8, stopped: 'DONE' });
    expect(await stored()).toEqual({ marked: 16, hypotheticals: 32 });
  });

  it('that a bad batch spends still gets on: its passages are tried', async () => {
    await takeMany(12);
    script = () => ({ text: 'No questions here. '.repeat(700) });
    expect(await generate({ maxTokens: 3_600 })).toMatchObject({
      chunkCount: 8,
      hypotheticalCount: 0,
      stopped: 'TOKEN_BUDGET',
    });
    expect(calls()).toBe(2);
  });
});

it('another workspace sees nothing of it', async () => {
  await takeMany(1);
  const other = newId();
  await expect(generateHypotheticals(parts(), other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await generateHypotheticals(parts(), await newWorkspace(open.database))).toMatchObject({ chunkCount: 0 });
});
