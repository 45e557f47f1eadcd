import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openHttpReranker,
  type HttpRerankerOptions,
  type RerankerStyle,
} from '../../src/models/providers/httpModels.ts';
import { rerankerContract, rerankerKey, type ServerConduct } from '../contracts/reranker.ts';
import { startRerankServer, type RerankServerScript, type ScriptedRerank } from '../support/rerankServer.ts';

const question = 'How long may a cargo bike be cancelled?';
const texts = [
  'Snow closed the roads.',
  'A cargo bike may be cancelled how long you like.',
  'A cargo bike carries children.',
];

async function open(style: RerankerStyle, script: RerankServerScript = {}, changes: Partial<HttpRerankerOptions> = {}) {
  const server = await startRerankServer(script);
  onTestFinished(() => server.close());
  const url = style === 'tei' ? server.teiUrl : server.cohereUrl;
  return {
    server,
    reranker: openHttpReranker({
      url,
      style,
      model: style === 'tei' ? undefined : 'rerank-test',
      apiKey: rerankerKey,
      ...changes,
    }),
  };
}

const conducts: Readonly<Record<ServerConduct, (call: number) => ScriptedRerank>> = {
  GOOD: () => undefined,
  SLOW: () => ({ slowMillis: 1_000 }),
  HANGS: () => ({ hang: true }),
  FAILS: () => ({ status: 500 }),
  FAILS_ONCE: (call) => (call === 1 ? { status: 503, retryAfter: 0.05 } : undefined),
  BUSY_ONCE: (call) => (call === 1 ? { status: 429, retryAfter: 0.05 } : undefined),
  BUSY_LONG: () => ({ status: 429, retryAfter: 30 }),
  REFUSES_KEY: () => ({ status: 401 }),
  CUTS_OFF: () => ({ cutOff: true }),
  MALFORMED: () => ({ body: '{"results": [{"index": 0, ' }),
};

for (const style of ['cohere', 'tei'] as const) {
  rerankerContract(`http, ${style}`, async (conduct) => {
    const { server, reranker } = await open(style, { answer: (_body, call) => conducts[conduct](call) });
    return { reranker, calls: () => server.requests.length, wasAborted: () => server.requests.at(-1)?.aborted };
  });
}

describe('what is sent', () => {
  test('as Cohere and Jina take it', async () => {
    const { server, reranker } = await open('cohere');
    await reranker.score(question, texts);
    expect(server.requests).toEqual([
      {
        path: '/cohere/rerank',
        authorization: `Bearer ${rerankerKey}`,
        aborted: false,
        body: { model: 'rerank-test', query: question, documents: texts, top_n: 3, return_documents: false },
      },
    ]);
    expect([reranker.id, reranker.tokensFor(question, texts)]).toEqual(['cohere:rerank-test', 0]);
  });

  test('as text-embeddings-inference takes it, at most 32 texts a request', async () => {
    const { server, reranker } = await open('tei', {}, { apiKey: undefined });
    const many = [...Array.from({ length: 40 }, (_, number) => `Invoice ${number}.`), texts[1] ?? ''];
    const scores = await reranker.score(question, many);
    expect(scores.indexOf(Math.max(...scores))).toBe(40);
    expect(
      server.requests.map(({ body, authorization }) => [(body['texts'] as string[]).length, authorization]),
    ).toEqual([
      [32, undefined],
      [9, undefined],
    ]);
    expect(server.requests[1]?.body).toEqual({
      query: question,
      texts: many.slice(32),
      raw_scores: false,
      truncate: true,
    });
    expect(reranker.id).toMatch(/^tei:127\.0\.0\.1:\d+$/);
  });

  test('without return_documents, once a server has refused it', async () => {
    const message = "unknown field: parameter 'return_documents' is not a valid field.";
    const { server, reranker } = await open('cohere', {
      answer: (body) => ('return_documents' in body ? { status: 422, message } : undefined),
    });
    expect(await reranker.score(question, texts)).toHaveLength(3);
    expect(await reranker.score(question, texts)).toHaveLength(3);
    expect(server.requests.map(({ body }) => 'return_documents' in body)).toEqual([true, false, false]);
  });
});

describe('scores', () => {
  const sent = async (scores: readonly number[]) => {
    const { reranker } = await open('cohere', {
      answer: () => ({ change: () => scores.map((score, index) => ({ index, score })) }),
    });
    return reranker.score(question, texts);
  };

  test('in 0..1 come as they are', async () => {
    expect(await sent([0, 0.25, 1])).toEqual([0, 0.25, 1]);
  });

  test('of which one lies outside are logits, all of them, and keep their order', async () => {
    const scores = await sent([0.5, 4, -6]);
    expect(scores[0]).toBeCloseTo(0.6225, 4);
    expect(scores[1]).toBeCloseTo(0.982, 4);
    expect(scores[2]).toBeCloseTo(0.0025, 4);
  });

  test('of several requests are of one kind', async () => {
    const { reranker } = await open('tei', {
      maxTexts: 32,
      answer: (_body, call) => ({
        change: (entries) => entries.map(({ index }) => ({ index, score: call === 1 ? 0.9 : 3 })),
      }),
    });
    const scores = await reranker.score(
      question,
      Array.from({ length: 40 }, (_, number) => `Invoice ${number}.`),
    );
    expect(scores[0]).toBeCloseTo(0.7109, 4);
    expect(scores[39]).toBeCloseTo(0.9526, 4);
  });
});

describe('replies that cannot be used are MODEL_INVALID', () => {
  test.each<[string, ScriptedRerank]>([
    ['one score too few', { change: (entries) => entries.slice(1) }],
    ['one too many', { change: (entries) => [...entries, { index: 3, score: 0.5 }] }],
    ['one index twice', { change: (entries) => [entries[0], ...entries.slice(0, 2)] }],
    [
      'an index that was not sent',
      { change: (entries) => entries.map((entry) => ({ ...entry, index: entry.index + 1 })) },
    ],
    ['a broken index', { change: (entries) => entries.map((entry) => ({ ...entry, index: entry.index + 0.5 })) }],
    ['a score that is text', { change: (entries) => entries.map((entry) => ({ ...entry, score: 'high' })) }],
    ['a score that is null', { change: (entries) => entries.map((entry) => ({ ...entry, score: null })) }],
    [
      'a score beyond all numbers',
      {
        body: '{"results": [{"index":0,"relevance_score":1e999},{"index":1,"relevance_score":0},{"index":2,"relevance_score":0}]}',
      },
    ],
    ['another shape', { body: '[{"index":0,"score":0.5},{"index":1,"score":0.5},{"index":2,"score":0.5}]' }],
    ['no JSON', { body: '<html>welcome</html>' }],
    ['a refusal of this request', { status: 422 }],
  ])('%s', async (_what, reply) => {
    const { server, reranker } = await open('cohere', { answer: () => reply });
    const fault: unknown = await reranker.score(question, texts).catch((error: unknown) => error);
    expect(fault).toMatchObject({
      code: 'MODEL_INVALID',
      remedy: expect.stringContaining('RERANKER (cohere or tei)') as string,
    });
    expect(JSON.stringify([fault, String(fault)])).not.toMatch(/welcome|cargo bike/);
    expect(server.requests).toHaveLength(1);
  });
});

test('more than four megabytes are not read', async () => {
  const { server, reranker } = await open('cohere', { answer: () => ({ bytes: 400_000_000 }) });
  await expect(reranker.score(question, texts)).rejects.toMatchObject({
    code: 'MODEL_INVALID',
    message: expect.stringContaining('more than 4000000 bytes') as string,
  });
  await expect.poll(() => server.requests[0]?.aborted).toBe(true);
});

describe('a server', () => {
  test('that leads elsewhere is not followed', async () => {
    const elsewhere = await startRerankServer();
    onTestFinished(() => elsewhere.close());
    const { reranker } = await open('cohere', { answer: () => ({ redirect: elsewhere.cohereUrl }) });
    await expect(reranker.score(question, texts)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      details: { status: 307 },
      remedy: expect.stringContaining('RERANKER_URL') as string,
    });
    expect(elsewhere.requests).toEqual([]);
  });

  test('that is not there is MODEL_UNAVAILABLE', async () => {
    const { server, reranker } = await open('cohere');
    await server.close().catch(() => undefined);
    await expect(reranker.score(question, texts)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The reranker cannot be reached.',
      cause: { message: expect.stringContaining('ECONNREFUSED') as string },
    });
  });

  test("that is silent is given up without a caller's deadline too", async () => {
    const { reranker } = await open('cohere', { answer: () => ({ hang: true }) }, { requestMillis: 150 });
    await expect(reranker.score(question, texts)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('150 ms') as string,
    });
  });

  test('is named without the query of its address', async () => {
    const server = await startRerankServer({ answer: () => ({ status: 404 }) });
    onTestFinished(() => server.close());
    const reranker = openHttpReranker({
      url: `${server.cohereUrl}?key=${rerankerKey}`,
      style: 'cohere',
      model: 'm',
      apiKey: undefined,
    });
    const fault: unknown = await reranker.score(question, texts).catch((error: unknown) => error);
    expect(fault).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      remedy: expect.stringMatching(/RERANKER_URL.*RERANKER_MODEL/) as string,
    });
    expect(JSON.stringify([fault, String(fault)])).not.toContain(rerankerKey);
  });

  test('has its own words told, unless they repeat what it was sent', async () => {
    const saying = async (message: string) =>
      (await open('cohere', { answer: () => ({ status: 400, message }) })).reranker
        .score(question, texts)
        .catch((error: unknown) => String((error as Error).cause));
    expect(await saying('model not found: rerank-test')).toContain('model not found: rerank-test');
    expect(await saying(`value is not valid: ${texts[1]?.slice(3)}`)).toMatch(/answered 400\.$/);
    expect(await saying(`bad key ${rerankerKey}`)).toContain('bad key [key]');
  });
});
