import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { readRun, saveRun } from '../../src/agent/runs/runs.ts';
import { type Run } from '../../src/agent/state/run.ts';
import { search } from '../../src/agent/search.ts';
import { type ConfidenceScale, shippedScale } from '../../src/confidence/scale.ts';
import { uncertainFrom } from '../../src/confidence/score.ts';
import { silentLog } from '../../src/log.ts';
import { openChatReranker } from '../../src/models/chatJudges.ts';
import { openHttpReranker } from '../../src/models/providers/httpModels.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import type { RetrievalOverrides } from '../../src/retrieval/presets.ts';
import { startOpenaiServer } from '../support/openaiServer.ts';
import { startRerankServer, type RerankServer, type ScriptedRerank } from '../support/rerankServer.ts';
import { documents } from './bicycleKnowledge.ts';
import { drain } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';
import { loopNow } from '../support/clocks.ts';

const confident = 'How many hours before the rental begins may a cargo bike be cancelled free of charge?';
const joined = 'How much does theft insurance cost a day and when does the station at Harbour Square open?';

let server: RerankServer;
let agent: OpenAgent;
let parts: AgentParts;
let script: (texts: readonly string[]) => ScriptedRerank = () => undefined;
let before = 0;
const calls = () => server.requests.length - before;
const reader = () => ({ workspaceId: agent.workspaceId, accessGroups: null });
/** Judgement so by the fused order, found among the questions below. */
let uncertain = '';
/** From just below the question that is to be CONFIDENT, so that another fit may ship. */
let scale: ConfidenceScale = shippedScale;

beforeAll(async () => {
  server = await startRerankServer({ answer: (body) => script(body['documents'] as string[]) });
  agent = await openAgent();
  const { database, embedder } = agent;
  const reranker = openHttpReranker({
    url: server.cohereUrl,
    style: 'cohere',
    model: 'rerank-test',
    apiKey: undefined,
  });
  parts = {
    database,
    embedder,
    chat: null,
    reranker,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: (workspace, run) => saveRun(database, workspace, run),
    scaleFor: () => Promise.resolve(scale),
  };
  await agent.take(documents);
  const sure = await search({ ...parts, reranker: null }, reader(), { query: confident }, undefined);
  scale = { ...shippedScale, confidentFrom: Math.max(uncertainFrom, sure.confidence.value - 0.001) };
  const asked = [
    'How heavy is the cargo bike?',
    'What is taken as a deposit?',
    'Who rides in the box of a bike?',
    'What are helmets for children?',
    'How many cargo bikes are there?',
    'Is a bike covered that was left unlocked?',
    'How long is the charging of the battery?',
    'Can I repair the brakes?',
    'When are bikes reported?',
  ];
  for (const query of asked)
    if (
      uncertain === '' &&
      (await search({ ...parts, reranker: null }, reader(), { query }, undefined)).tier === 'UNCERTAIN'
    )
      uncertain = query;
  if (uncertain === '') throw new Error('No question of the list is UNCERTAIN: add one.');
});

afterAll(async () => {
  await agent.close();
  await server.close();
});

beforeEach(() => {
  before = server.requests.length;
  script = () => undefined;
});

/** Scores a text by whether it holds the word. */
const prefers =
  (word: string) =>
  (texts: readonly string[]): ScriptedRerank => ({
    change: () => texts.map((text, index) => ({ index, score: text.includes(word) ? 0.9 : 0.1 })),
  });

const requestFor = (question: string, request: Partial<AskRequest> = {}) =>
  checkRequest(reader(), { question, ...request });

async function asking(
  question: string,
  request: Partial<AskRequest> = {},
  changes: Partial<AgentParts> = {},
): Promise<{ readonly outcome: Outcome; readonly run: Run }> {
  const changed: AgentParts = { ...parts, scaleFor: async () => scale, ...changes };
  const events = await drain(ask(buildGraph(changed), changed, requestFor(question, request)));
  const last = events.at(-1);
  if (last?.type !== 'Finished') throw new Error(`The run ended with ${JSON.stringify(last)}`);
  const run = await readRun(parts.database, reader(), last.outcome.id);
  if (!run) throw new Error('The run was not recorded.');
  return { outcome: last.outcome, run };
}

const stepsOf = ({ steps }: Run) => steps.map((step) => step.node);
/** What must be the same when a reranker fails. */
const judged = ({ outcome, run }: Awaited<ReturnType<typeof asking>>) => [
  outcome.type,
  outcome.tier,
  outcome.confidence,
  outcome.stopReason,
  outcome.citations.map((citation) => citation.quote),
  run.passages.map((passage) => [passage.chunkId, passage.rank, passage.score]),
];

describe('when', () => {
  test.each<[string, () => string, RetrievalOverrides, boolean]>([
    ['the default asks when the tier is UNCERTAIN', () => uncertain, {}, true],
    ['and not when it is CONFIDENT', () => confident, {}, false],
    ['NEVER does not', () => uncertain, { rerank: 'NEVER' }, false],
    ['ALWAYS does when the tier is CONFIDENT', () => confident, { rerank: 'ALWAYS' }, true],
    [
      'ALWAYS does below the gate',
      () => 'Which bike would a Norwegian dentist paint for the emperor of Mongolia?',
      { rerank: 'ALWAYS' },
      true,
    ],
    ['a question in parts is left alone', () => joined, { rerank: 'ALWAYS' }, false],
    ['so is one that finds nothing', () => 'zxqv blorp wibble', { rerank: 'ALWAYS' }, false],
  ])('%s', async (_what, question, retrieval, asks) => {
    const { outcome, run } = await asking(question(), { retrieval });
    expect(calls()).toBe(asks ? 1 : 0);
    expect(stepsOf(run).filter((step) => step === 'rerank')).toHaveLength(asks ? 1 : 0);
    expect(outcome.degraded).toEqual([]);
    expect(run.passages.some(({ trace }) => trace.rerank !== null)).toBe(asks);
  });

  test('without a reranker nothing is asked and nothing degraded', async () => {
    const { outcome, run } = await asking(uncertain, { retrieval: { rerank: 'ALWAYS' } }, { reranker: null });
    expect([outcome.degraded, stepsOf(run).includes('rerank')]).toEqual([[], false]);
  });
});

describe('the order', () => {
  test("is the reranker's, from far below the topK too, and the run tells the one before", async () => {
    script = prefers('brass');
    const { run } = await asking(confident, { retrieval: { rerank: 'ALWAYS', topK: 2 } });
    expect(run.passages.map((passage) => passage.documentKey)).toEqual(['hostile.md', 'terms.md']);
    expect(run.passages[0]).toMatchObject({ documentKey: 'hostile.md', rank: 1, trace: { rerank: { score: 0.9 } } });
    expect(run.passages[0]?.trace.rerank?.rankBefore).toBeGreaterThan(2);
    expect(run.candidates[0]?.documentKey).toBe('hostile.md');
    const { vector, keyword } = run.passages[0]!.trace;
    expect(run.passages[0]?.score).toBeCloseTo(vector.contribution + keyword.contribution, 12);
    expect(stepsOf(run).slice(0, 6)).toEqual(['plan', 'retrieve', 'merge', 'reflect', 'rerank', 'reflect']);
    expect(run.steps.find((step) => step.node === 'rerank')?.detail).toMatchObject({
      reranker: 'cohere:rerank-test',
      degraded: false,
    });
  });

  test('reads as many as it is told to', async () => {
    const { run } = await asking(confident, { retrieval: { rerank: 'ALWAYS', rerankCandidates: 2 } });
    expect(server.requests.at(-1)?.body['documents']).toHaveLength(2);
    expect(run.passages.map((passage) => passage.trace.rerank !== null)).toEqual(
      run.passages.map((_, position) => position < 2),
    );
    expect((server.requests.at(-1)?.body['documents'] as string[])[0]).toMatch(/^Rental terms\n/);
  });
});

describe('a reranker that fails changes nothing but degraded', () => {
  test.each<[string, ScriptedRerank]>([
    ['500', { status: 500, retryAfter: 0 }],
    ['401', { status: 401 }],
    ['malformed', { body: '{"results": [' }],
    ['too few scores', { change: (entries) => entries.slice(1) }],
    ['another shape', { body: '[]' }],
  ])('%s', async (_what, reply) => {
    for (const [question, rerank] of [
      [uncertain, 'UNCERTAIN'],
      [confident, 'ALWAYS'],
    ] as const) {
      script = () => reply;
      const failed = await asking(question, { retrieval: { rerank } });
      const without = await asking(question, { retrieval: { rerank } }, { reranker: null });
      expect(judged(failed)).toEqual(judged(without));
      expect(failed.outcome.degraded.map((entry) => entry.part)).toEqual(['RERANKER']);
      expect(failed.run.passages.every((passage) => passage.trace.rerank === null)).toBe(true);
    }
  });

  test('hanging: two seconds at most, or what the run has left', async () => {
    script = () => ({ hang: true });
    const startedAt = loopNow();
    const { outcome } = await asking(uncertain, { budget: { maxMillis: 600 } });
    expect(loopNow() - startedAt).toBeLessThan(1_500);
    expect(outcome.degraded[0]).toEqual({
      part: 'RERANKER',
      message: expect.stringMatching(/within \d+ ms/) as string,
    });
    await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
    const patient = await asking(uncertain);
    expect(patient.outcome.degraded).toEqual([
      { part: 'RERANKER', message: 'The reranker sent no scores within 2000 ms.' },
    ]);
    expect(patient.outcome.stopReason).toBe('GATE_PASSED');
  });

  test('a caller who leaves is told CANCELLED and ends the call', async () => {
    script = () => ({ hang: true });
    const stop = new AbortController();
    const events = drain(ask(buildGraph(parts), parts, requestFor(uncertain), stop.signal));
    await expect.poll(calls).toBe(1);
    stop.abort();
    expect((await events).at(-1)).toMatchObject({ type: 'Failed', code: 'CANCELLED' });
    await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
  });
});

describe('search', () => {
  const searching = (query: string, retrieval: RetrievalOverrides = {}, changes: Partial<AgentParts> = {}) =>
    search({ ...parts, ...changes }, reader(), { query, retrieval }, undefined);

  test.each<[string, () => string, RetrievalOverrides, number]>([
    ['UNCERTAIN', () => uncertain, {}, 1],
    ['CONFIDENT', () => confident, {}, 0],
    ['ALWAYS', () => confident, { rerank: 'ALWAYS' }, 1],
    ['NEVER', () => uncertain, { rerank: 'NEVER' }, 0],
  ])('%s', async (_what, query, retrieval, count) => {
    const { passages } = await searching(query(), retrieval);
    expect(calls()).toBe(count);
    expect(passages.every((passage) => (passage.trace.rerank === null) === (count === 0))).toBe(true);
  });

  test('shows the ranks before and after', async () => {
    script = prefers('brass');
    const { passages } = await searching(confident, { rerank: 'ALWAYS', topK: 3 });
    expect(passages.map((passage) => passage.rank)).toEqual([1, 2, 3]);
    expect(passages[0]).toMatchObject({ documentKey: 'hostile.md', trace: { rerank: { score: 0.9 } } });
    expect(passages[1]).toMatchObject({ documentKey: 'terms.md', trace: { rerank: { rankBefore: 1, score: 0.1 } } });
  });

  test('keeps the fused order when it fails, and says so', async () => {
    const without = await searching(uncertain, {}, { reranker: null });
    script = () => ({ status: 401 });
    const failed = await searching(uncertain);
    expect(failed.degraded.map((entry) => entry.part)).toEqual(['RERANKER']);
    expect([failed.passages, failed.confidence, failed.tier]).toEqual([
      without.passages,
      without.confidence,
      without.tier,
    ]);
  });
});

test("the chat model as reranker is paid from the run's tokens, and left out when they are gone", async () => {
  const chatServer = await startOpenaiServer({ chat: () => ({ json: { scores: [{ number: 2, relevance: 9 }] } }) });
  try {
    const reranker = openChatReranker(openOpenaiChat({ serverUrl: chatServer.url, apiKey: 'k', model: 'judge' }));
    const paid = await asking(uncertain, { budget: { maxMillis: 20_000 } }, { reranker });
    expect(paid.run.passages[0]?.trace.rerank).toEqual({ rankBefore: 2, score: 0.9 });
    expect(paid.outcome.usage).toMatchObject({ modelCalls: 1, inputTokens: expect.any(Number) as number });
    expect(paid.outcome.usage.inputTokens).toBeGreaterThan(100);
    for (const [maxTokens, degraded] of [
      [0, []],
      [300, ['RERANKER']],
    ] as const) {
      const { outcome, run } = await asking(uncertain, { budget: { maxTokens } }, { reranker });
      expect(outcome.degraded.map(({ part }) => part)).toEqual(degraded);
      expect(outcome.usage.modelCalls).toBe(0);
      expect(run.steps.find((step) => step.node === 'rerank')?.detail).toMatchObject({ skipped: 'TOKEN_BUDGET' });
    }
    expect(chatServer.chatCalls()).toHaveLength(1);
  } finally {
    await chatServer.close();
  }
});
