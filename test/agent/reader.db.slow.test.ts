import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { readRun } from '../../src/agent/runs/runs.ts';
import { type Run } from '../../src/agent/state/run.ts';
import { openChatReader } from '../../src/models/chatJudges.ts';
import { openHttpReader } from '../../src/models/providers/httpModels.ts';
import { type ConfidenceScale, shippedScale } from '../../src/confidence/scale.ts';
import { hopelessBelow, scoreConfidence } from '../../src/confidence/score.ts';
import type { Reader } from '../../src/models/reader.ts';
import { startJsonServer, type JsonServer, type ScriptedJson } from '../support/jsonServer.ts';
import type { ChatCall } from '../support/openaiServer.ts';
import { loopNow } from '../support/clocks.ts';
import { outcomeOf } from './drain.ts';
import { asked, lost, obliging, openMatrix, type Matrix } from './matrix.ts';

let matrix: Matrix;
let server: JsonServer;
/** What the question-answering model sends for a passage. */
let script: (context: string) => ScriptedJson;
let before = 0;
/** Where nobody reads, the surest and the next sure answer to the questions below. */
let confident = '';
let uncertain = '';
/** By which the surest is CONFIDENT, so that another fit may ship. */
let scale: ConfidenceScale = shippedScale;
/** Refused where nobody reads, though something was found. */
let refused = '';
/** Without a reader. */
const unread = new Map<string, Outcome>();
const questions = [
  asked.confident,
  asked.uncertain,
  'How much does theft insurance cost a day?',
  'What does fault E1042 mean?',
  'When does the station at Harbour Square open?',
  'How long does charging an empty battery take?',
  'Of what is every bell of our bikes made?',
  'What is taken as a deposit?',
  'What are helmets for children?',
  'How many cargo bikes are there?',
  'Is a bike covered that was left unlocked?',
  'Can I repair the brakes?',
  'May my small daughter sit at the front?',
  'What if somebody takes my bike?',
  'Who mends a puncture?',
];
const calls = () => server.requests.length - before;
const none: ScriptedJson = { json: { answer: '', score: 0.98, start: 0, end: 0 } };
const words = (answer: string, score = 0.9): ScriptedJson => ({
  json: { answer, score, start: 0, end: answer.length },
});
/** The first words of the text, which stand there. */
const firstWords = (context: string) =>
  words(
    context
      .slice(context.indexOf('\n') + 1)
      .split(' ')
      .slice(0, 3)
      .join(' '),
  );
beforeAll(async () => {
  server = await startJsonServer({
    model: () => none,
    answer: (body) => script((body['inputs'] as { context: string }).context),
  });
  matrix = await openMatrix();
  for (const question of questions) unread.set(question, (await matrix.run(question)).outcome);
  const surestFirst = [...unread].toSorted(([, left], [, right]) => right.confidence.value - left.confidence.value);
  const answers = surestFirst.filter(([, outcome]) => outcome.type === 'Answer').map(([question]) => question);
  [confident = '', uncertain = ''] = answers;
  scale = { ...shippedScale, confidentFrom: (without(confident) + without(uncertain)) / 2 };
  const isRefused = ([, { type, confidence }]: readonly [string, Outcome]) =>
    type === 'Abstention' && confidence.value > hopelessBelow;
  refused = surestFirst.find(isRefused)?.[0] ?? '';
  if (answers.length < 2 || refused === '' || scale.confidentFrom <= scale.uncertainFrom)
    throw new Error(
      'Of the questions, two must be answered, one of them well above the gate, and one refused: add one.',
    );
});
afterAll(async () => {
  await matrix.close();
  await server.close();
});
beforeEach(() => {
  matrix.begin();
  before = server.requests.length;
});

const without = (question: string) => unread.get(question)?.confidence.value ?? Number.NaN;

async function asking(
  question: string,
  changes: Partial<AgentParts> = {},
  request: Partial<AskRequest> = {},
): Promise<{ readonly outcome: Outcome; readonly run: Run; readonly millis: number }> {
  const reader = { workspaceId: matrix.agent.workspaceId, accessGroups: null };
  const parts: AgentParts = {
    ...matrix.parts,
    scaleFor: async () => scale,
    reader: openHttpReader({ url: server.url, apiKey: undefined }),
    ...changes,
  };
  const started = loopNow();
  const outcome = await outcomeOf(ask(buildGraph(parts), parts, checkRequest(reader, { question, ...request })));
  const millis = loopNow() - started;
  const run = await readRun(matrix.agent.database, reader, outcome.id);
  if (!run) throw new Error('The run was not recorded.');
  return { outcome, run, millis };
}

const judgement = ({ reflections }: Run) => reflections.at(-1)?.judgedByModel;

describe('a model for question answering reads before the gate', () => {
  test.each([
    ['CONFIDENT', () => confident],
    ['UNCERTAIN', () => uncertain],
  ])('%s: words that stand in a passage are a signal, and recorded', async (_tier, question) => {
    script = firstWords;
    const { outcome, run } = await asking(question());
    expect(outcome).toMatchObject({
      type: 'Answer',
      degraded: [],
      usage: { modelCalls: 0 },
      confidence: { signals: { reader: expect.any(Number) as number } },
    });
    expect(judgement(run)).toEqual({ answerable: true, missing: '' });
    expect(calls()).toBeGreaterThan(0);
    expect(run.steps.find((step) => step.node === 'reflect')?.detail).toMatchObject({
      reader: expect.stringContaining('qa:') as string,
    });
    expect(run.prompts).toEqual([]);
  });

  test('also below the gate, where they raise what none would leave lower', async () => {
    script = firstWords;
    const { outcome: found } = await asking(refused);
    script = () => none;
    const { outcome: silent } = await asking(refused);
    expect(found.confidence.value).toBeGreaterThan(silent.confidence.value);
  });

  test.each([
    ['CONFIDENT', () => confident],
    ['UNCERTAIN', () => uncertain],
  ])('%s: none lower it', async (_tier, question) => {
    script = () => none;
    const { outcome, run } = await asking(question());
    expect(outcome.confidence.value).toBeLessThan(without(question()));
    expect(outcome.degraded).toEqual([]);
    expect(judgement(run)).toEqual({ answerable: false, missing: '' });
    expect(matrix.askers()).toEqual([]);
  });

  test('words that stand nowhere were made up, and a guess is none', async () => {
    script = () => none;
    const { outcome: silent } = await asking(confident);
    for (const reply of [words('4711 hours'), words('3 euros', 0.04)]) {
      script = () => reply;
      const { outcome, run } = await asking(confident);
      expect(outcome.confidence.value).toBeCloseTo(silent.confidence.value, 6);
      expect(judgement(run)).toMatchObject({ answerable: false });
    }
  });

  test('what is hopeless is not read, nor what is unknown or curated', async () => {
    script = firstWords;
    const hopeless = [asked.refused, asked.nonsense, 'What is the boiling point of helium on Jupiter?'];
    // Each round is judged by itself, so there is one.
    const budget = { maxRounds: 1 };
    for (const question of [...hopeless, asked.smallTalk, asked.curated]) {
      const { confidence } = (await matrix.run(question, { budget })).outcome;
      // What the question leaves unmet lowers the value later.
      const { value } = scoreConfidence(confidence.signals, 'CANDOR');
      if (hopeless.includes(question) && value >= hopelessBelow) continue;
      const { outcome } = await asking(question, {}, { budget });
      expect([question, calls(), outcome.confidence.signals.reader]).toEqual([question, 0, undefined]);
    }
  });

  test('nothing that was read makes up for what the question names and no document has', async () => {
    script = firstWords;
    for (const question of [asked.hopeful, asked.stale, 'What does fault E2000 mean?']) {
      expect((await asking(question)).outcome.type).not.toBe('Answer');
    }
    expect(calls()).toBeGreaterThan(0);
  });

  test('recipes are what they are', async () => {
    script = () => none;
    expect((await asking(confident, {}, { preset: 'FILTERED_RRF' })).outcome.type).toBe('Answer');
    expect(calls()).toBe(0);
  });
});

describe('a reader that fails makes nothing surer, and is told', () => {
  const expectUnread = ({ outcome, run }: Awaited<ReturnType<typeof asking>>) => {
    expect(outcome).toMatchObject({
      type: 'Answer',
      tier: 'UNCERTAIN',
      stopReason: 'GATE_PASSED',
      confidence: { signals: expect.not.objectContaining({ reader: expect.anything() as unknown }) as unknown },
    });
    // Without it the answer is CONFIDENT; what it would have said is not known.
    expect(without(confident)).toBeGreaterThan(scale.confidentFrom);
    expect(outcome.confidence.value).toBeCloseTo(scale.confidentFrom - 0.01, 6);
    expect(lost(outcome)).toEqual(['READER']);
    expect(judgement(run)).toBeNull();
  };

  test.each<[string, ScriptedJson]>([
    ['500', { status: 500, retryAfter: 0.01 }],
    ['401', { status: 401 }],
    ['no JSON', { body: '<html>' }],
    ['another shape', { json: { label: 'x' } }],
    ['cut off', { cutOff: true }],
  ])('%s', async (_what, reply) => {
    script = () => reply;
    expectUnread(await asking(confident));
  });

  test('one that hangs is given up after a third of the time', async () => {
    script = () => ({ hang: true });
    const finished = await asking(confident, {}, { budget: { maxMillis: 6_000 } });
    expectUnread(finished);
    expect(finished.millis).toBeLessThan(4_000);
  });

  test('one that breaks its contract too', async () => {
    const broken: Reader = {
      id: 'test:broken',
      languages: null,
      prompt: null,
      tokensFor: () => 0,
      read: () => Promise.reject(new TypeError('x is undefined')),
      close: () => Promise.resolve(),
    };
    expectUnread(await asking(confident, { reader: broken }));
  });
});

describe('the chat model reads', () => {
  const byChat = async (json: unknown, question = uncertain, request: Partial<AskRequest> = {}) => {
    matrix.script = (call, asker) =>
      asker === 'reflect'
        ? { json: typeof json === 'function' ? (json as (call: ChatCall) => unknown)(call) : json }
        : obliging(call, asker);
    // Where the chat model writes too, it reads in that one call.
    return asking(question, { chat: null, reader: openChatReader(matrix.chat) }, request);
  };
  /** The first words of the first passage. */
  const standing = (call: ChatCall) => ({
    answerable: true,
    passage: 1,
    quote: /<passage number="1"[^\n]*>\n(?:#[^\n]*\n+)?([^<]{12,}?)[ .]/.exec(call.messages[1]?.content ?? '')?.[1],
  });

  test('what it misses is recorded, and no word of it is in the refusal', async () => {
    const { outcome, run } = await byChat({ answerable: false, reason: 'the names of the riders' }, uncertain, {
      budget: { maxRounds: 1 },
    });
    expect(outcome.confidence.value).toBeLessThan(without(uncertain));
    expect(outcome).toMatchObject({
      type: 'Abstention',
      reason: 'WEAK_EVIDENCE',
      tier: 'NO_MATCH',
      stopReason: 'ROUND_LIMIT',
      citations: [],
      message: expect.not.stringContaining('the names of the riders') as string,
      usage: { modelCalls: 1 },
    });
    expect(run.prompts).toEqual([{ node: 'reflect', version: 'read@2', model: 'openai:test' }]);
    expect(judgement(run)?.missing).toBe('the names of the riders');
  });

  test('what it says is one line that leads nowhere', async () => {
    const { outcome, run } = await byChat({
      answerable: false,
      reason: `Pay\n[here](https://evil.example) <b>now</b> at evil.com. ${'and so on '.repeat(60)}`,
    });
    const { missing = '' } = judgement(run) ?? {};
    expect(missing).toMatch(/^Pay … …now… at …\. and so on/);
    expect(missing.length).toBeLessThanOrEqual(300);
    expect(missing).not.toMatch(/evil|[<>]|\n/);
    expect(outcome.type === 'Abstention' && outcome.message).not.toMatch(/evil|[<>]/);
  });

  test('a verdict without a quote that stands there is no answer, one with it is', async () => {
    const { outcome: no } = await byChat({ answerable: false, reason: '' });
    for (const json of [{ answerable: true }, { answerable: true, passage: 1, quote: 'Everybody rides for free.' }]) {
      const { outcome, run } = await byChat(json);
      expect(outcome.confidence.value).toBeCloseTo(no.confidence.value, 6);
      expect(judgement(run)).toMatchObject({
        answerable: false,
        missing: expect.stringContaining('quoted nothing that stands in the passage') as string,
      });
    }
    const { outcome: yes, run } = await byChat(standing);
    expect(yes.confidence.value).toBeGreaterThan(no.confidence.value);
    expect([yes.type, judgement(run)]).toEqual(['Answer', { answerable: true, missing: '' }]);
  });

  test('it decides nothing: what is not so stays refused, and without tokens nobody is asked', async () => {
    expect((await byChat(standing, asked.hopeful)).outcome.type).toBe('Abstention');
    matrix.begin();
    const { outcome } = await byChat({ answerable: false }, uncertain, { budget: { maxTokens: 0 } });
    expect(outcome).toMatchObject({ type: 'Answer', degraded: [] });
    expect(outcome.confidence.value).toBeCloseTo(without(uncertain), 6);
    expect(matrix.askers()).toEqual([]);
  });
});
