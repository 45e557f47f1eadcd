import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/agent/outcome.ts';
import type { AgentParts } from '../../src/agent/parts.ts';
import type { AskRequest } from '../../src/agent/request.ts';
import type { Run } from '../../src/agent/run.ts';
import { readRun } from '../../src/agent/runs.ts';
import { openHttpReader } from '../../src/models/providers/httpReader.ts';
import { startJsonServer, type JsonServer, type ScriptedJson } from '../support/jsonServer.ts';
import type { ChatCall } from '../support/openaiServer.ts';
import { asked, lost, obliging, openMatrix, type Matrix } from './matrix.ts';

let matrix: Matrix;
let server: JsonServer;
/** What the question-answering model sends for a passage. */
let script: (context: string) => ScriptedJson;
let before = 0;
/** Answered so without a model, found among the questions below. */
let confident = '';
let uncertain = '';
const questions = [
  asked.confident, asked.uncertain, 'How much does theft insurance cost a day?', 'What does fault E1042 mean?', 'When does the station at Harbour Square open?', 'How long does charging an empty battery take?',
  'Of what is every bell of our bikes made?', 'What is taken as a deposit?', 'What are helmets for children?', 'How many cargo bikes are there?', 'Is a bike covered that was left unlocked?', 'Can I repair the brakes?',
];
const calls = () => server.requests.length - before;
const none: ScriptedJson = { json: { answer: '', score: 0.98, start: 0, end: 0 } };
const words = (answer: string): ScriptedJson => ({ json: { answer, score: 0.7, start: 0, end: answer.length } });

beforeAll(async () => {
  server = await startJsonServer({ model: () => none, answer: (body) => script((body['inputs'] as { context: string }).context) });
  matrix = await openMatrix();
  const answers = await Promise.all(questions.map(async (question) => ({ question, outcome: (await matrix.run(question)).outcome })));
  const answeredAs = (tier: string) => answers.find(({ outcome }) => outcome.type === 'Answer' && outcome.tier === tier)?.question;
  [confident, uncertain] = [answeredAs('CONFIDENT') ?? '', answeredAs('UNCERTAIN') ?? ''];
  if (confident === '' || uncertain === '') throw new Error('No question of the list is CONFIDENT, or none UNCERTAIN: add one.');
});
afterAll(async () => {
  await matrix.close();
  await server.close();
});
beforeEach(() => {
  matrix.begin();
  before = server.requests.length;
});

async function asking(question: string, changes: Partial<AgentParts> = {}, request: Partial<AskRequest> = {}): Promise<{ readonly outcome: Outcome; readonly run: Run; readonly millis: number }> {
  const { outcome, millis } = await matrix.run(question, request, { reader: openHttpReader({ url: server.url, apiKey: undefined }), ...changes });
  const run = await readRun(matrix.agent.database, { workspaceId: matrix.agent.workspaceId, accessGroups: null }, outcome.id);
  if (!run) throw new Error('The run was not recorded.');
  return { outcome, run, millis };
}

const judgement = ({ reflections }: Run) => reflections.at(-1)?.judgedByModel;
const refusal = { type: 'Abstention', reason: 'WEAK_EVIDENCE', tier: 'NO_MATCH', stopReason: 'BELOW_GATE', citations: [] };

describe('a model for question answering reads whatever passed the gate', () => {
  test.each([['CONFIDENT', () => confident], ['UNCERTAIN', () => uncertain]])('%s: words that stand in a passage change nothing', async (tier, question) => {
    script = (context) => words(context.slice(0, 12));
    const { outcome, run } = await asking(question());
    expect(outcome).toMatchObject({ type: 'Answer', tier, degraded: [], usage: { modelCalls: 0 } });
    expect(judgement(run)).toEqual({ answerable: true, missing: '' });
    expect(calls()).toBeGreaterThan(0);
    expect(run.steps.find((step) => step.node === 'reflect')?.detail).toMatchObject({ reader: expect.stringContaining('qa:') as string });
    expect(run.prompts).toEqual([]);
  });

  test.each([['CONFIDENT', () => confident], ['UNCERTAIN', () => uncertain]])('%s: none is a refusal that says why', async (_tier, question) => {
    script = () => none;
    const { outcome, run } = await asking(question());
    expect(outcome).toMatchObject({ ...refusal, degraded: [] });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/not find enough.*model that read.*“The passages do not state the answer\.”/) as string, nearest: expect.arrayContaining([expect.anything()]) as unknown });
    expect(judgement(run)).toEqual({ answerable: false, missing: 'The passages do not state the answer.' });
    expect(matrix.askers()).toEqual([]);
  });

  test('words that stand nowhere were made up', async () => {
    script = () => words('4711 hours');
    const { outcome, run } = await asking(confident);
    expect(outcome).toMatchObject(refusal);
    expect(judgement(run)).toMatchObject({ answerable: false, missing: expect.stringContaining('stand in none of the passages') as string });
  });

  test('and nothing else: it is not asked below the gate, and cannot lift anything', async () => {
    script = () => words('bike');
    for (const question of [asked.refused, asked.nonsense, asked.outOfScope, asked.stale]) {
      const { outcome } = await asking(question);
      expect(outcome.type).not.toBe('Answer');
    }
    expect(calls()).toBe(0);
  });

  test('recipes are what they are', async () => {
    script = () => none;
    expect((await asking(confident, {}, { preset: 'FILTERED_RRF' })).outcome.type).toBe('Answer');
    expect(calls()).toBe(0);
  });
});

describe('a reader that fails lowers nothing, and is told', () => {
  test.each<[string, ScriptedJson]>([
    ['500', { status: 500, retryAfter: 0.01 }], ['401', { status: 401 }], ['no JSON', { body: '<html>' }], ['another shape', { json: { label: 'x' } }], ['cut off', { cutOff: true }],
  ])('%s', async (_what, reply) => {
    script = () => reply;
    const { outcome, run } = await asking(confident);
    expect(outcome).toMatchObject({ type: 'Answer', tier: 'CONFIDENT', stopReason: 'GATE_PASSED' });
    expect(lost(outcome)).toEqual(['REFLECTION']);
    expect(judgement(run)).toBeNull();
  });

  test('one that hangs is given up after two seconds', async () => {
    script = () => ({ hang: true });
    const { outcome, millis } = await asking(confident);
    expect(outcome).toMatchObject({ type: 'Answer', tier: 'CONFIDENT' });
    expect(lost(outcome)).toEqual(['REFLECTION']);
    expect(millis).toBeLessThan(4_000);
  });

  test('one that breaks its contract too', async () => {
    const broken = { id: 'test:broken', prompt: null, tokensFor: () => 0, read: () => Promise.reject(new TypeError('x is undefined')), close: () => Promise.resolve() };
    const { outcome } = await asking(confident, { reader: broken });
    expect([outcome.type, lost(outcome)]).toEqual(['Answer', ['REFLECTION']]);
  });
});

describe('the chat model reads where rules were unsure', () => {
  const reading = (json: unknown) => {
    matrix.script = (call, asker) => (asker === 'reflect' ? { json: typeof json === 'function' ? (json as (call: ChatCall) => unknown)(call) : json } : obliging(call, asker));
    return { chat: matrix.chat };
  };
  const byChat = async (json: unknown, question = uncertain, request: Partial<AskRequest> = {}) => {
    const { outcome } = await matrix.run(question, request, reading(json));
    const run = await readRun(matrix.agent.database, { workspaceId: matrix.agent.workspaceId, accessGroups: null }, outcome.id);
    return { outcome, run };
  };

  test('its refusal says what is missing, in the model\'s own words', async () => {
    const { outcome, run } = await byChat({ answerable: false, reason: 'the names of the riders' });
    expect(outcome).toMatchObject({ ...refusal, message: expect.stringMatching(/“the names of the riders”$/) as string, usage: { modelCalls: 1 } });
    expect(run?.prompts).toEqual([{ node: 'reflect', version: 'read@1', model: 'openai:test' }]);
  });

  test('what it says is one line that leads nowhere', async () => {
    const { outcome, run } = await byChat({ answerable: false, reason: `Pay\n[here](https://evil.example) <b>now</b> at evil.com. ${'and so on '.repeat(60)}` });
    expect(outcome).toMatchObject(refusal);
    const { missing = '' } = run?.reflections.at(-1)?.judgedByModel ?? {};
    expect(missing).toMatch(/^Pay … …now… at …\. and so on/);
    expect(missing.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify([outcome.type === 'Abstention' && outcome.message, missing])).not.toMatch(/evil|[<>]|\\n/);
  });

  test('a quote that stands in no passage is a refusal, one that does is none', async () => {
    expect((await byChat({ answerable: true, passage: 1, quote: 'Everybody rides for free.' })).outcome).toMatchObject(refusal);
    expect((await byChat((call: ChatCall) => ({ answerable: true, passage: 1, quote: (/<passage number="1">\n[^\n]*\n([^<]{12})/.exec(call.messages[1]?.content ?? ''))?.[1] }))).outcome).toMatchObject({ type: 'Answer', tier: 'UNCERTAIN' });
  });

  test('it is not asked where rules were sure, nor where no tokens are allowed', async () => {
    expect((await byChat({ answerable: false }, confident)).outcome.type).toBe('Answer');
    expect((await byChat({ answerable: false }, uncertain, { budget: { maxTokens: 0 } })).outcome).toMatchObject({ type: 'Answer', degraded: [] });
    expect(matrix.askers()).toEqual(['generate']);
  });
});
