import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { scripts, type Script } from '../../bench/chatScripts.ts';
import { sparingly } from '../../src/agent/parts/askModel.ts';
import type { App } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { newId } from '../../src/db/statement.ts';
import { readQuestions } from '../../src/evaluation/formats/readSet.ts';
import { judge } from '../../src/evaluation/judge.ts';
import { type SetQuestion, sampleByType } from '../../src/evaluation/question.ts';
import { askQuestion } from '../../src/evaluation/run/askQuestion.ts';
import { documentIdsByKey, type EvaluationContext } from '../../src/evaluation/run/evaluationContext.ts';
import type { RunRecord } from '../../src/evaluation/run/runRecord.ts';
import { readPath } from '../../src/knowledge/ingest/readPath.ts';
import { promptTokens } from '../../src/models/chat.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { drawn } from '../support/cases.ts';
import { openOwnDatabase, openTestApp } from '../support/database.ts';
import { startOpenaiServer, type ChatCall, type OpenaiServer, type ScriptedReply } from '../support/openaiServer.ts';
import { shownSentences, slackMillis } from './matrix.ts';

/**
 * Golden questions of all types alike; `npm run bench chat -- --scripted all` asks all of them. Of fewer, each may be shorter
 * than the one before, and a model that says nothing is tried with each.
 */
const sampled = 8;
const defaultMillis = 20_000;
const patience = 600_000;
/** Longer than a measured speed counts: the next model is asked as if it were new. */
const forgottenMillis = 11 * 60_000;

let server: OpenaiServer;
let app: App;
let desk: EvaluationContext;
let script: Script = () => ({ status: 500 });
/** Each question with what comes of it without a model. */
const without = new Map<SetQuestion, RunRecord>();

beforeAll(async () => {
  server = await startOpenaiServer({ chat: (call) => script(call) });
  const { models } = loadConfig({});
  const talking = { chat: 'openai', chatModel: 'scripted', chatUrl: server.url, chatApiKey: 'k' } as const;
  ({ app } = await openTestApp({ models: { ...models, ...talking } }, await openOwnDatabase()));
  const { signal } = new AbortController();
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Scripted');
  // A third of the sample: with all of it the embedder would take most of the time.
  for (const folder of ['billing', 'refunds', 'shipping']) {
    const { documents } = await readPath(`sample/knowledge/${folder}`, { signal });
    await app.ingest(caller, documents, { signal });
  }
  desk = {
    app,
    caller,
    documentIds: await documentIdsByKey(app, caller),
    curatedNames: new Map(),
    versionTexts: new Map<string, string>(),
    signal,
    useModel: true,
  };
  // Time stands still, so that reading and searching have as much of it as they need on any machine; what passes is what a model takes.
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(timeoutOnThisClock);
  const answerable = (await readQuestions('test/golden')).filter(
    ({ expected, relevantDocIds }) => expected === 'answer' && relevantDocIds.every((id) => desk.documentIds.has(id)),
  );
  for (const question of sampleByType(answerable, sampled, 1))
    without.set(question, await askQuestion({ ...desk, useModel: false }, question, 'CANDOR'));
}, patience);
afterAll(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await app.close();
  await server.close();
});
beforeEach(async () => {
  await vi.advanceTimersByTimeAsync(forgottenMillis);
});

/** What `AbortSignal.timeout` does, by the clock that stands still: a reader is not late because the machine is busy. */
function timeoutOnThisClock(after: number): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(new DOMException('The time is up.', 'TimeoutError')), after);
  return late.signal;
}

/** Replies that the model is still at. */
const pending = () => server.requests.filter(({ closedAt }) => closedAt === null).length;

/** Lets sockets and threads do what is theirs. */
async function turn(): Promise<void> {
  // One real millisecond: threads calculate meanwhile, and the loop looks at its sockets several times.
  await wait(1);
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Turns that a model which answers at once may need on a busy machine: time that passes meanwhile would make it a slow one. */
const turnsAtOnce = 100;

/** Asks while time passes from timer to timer, and only as long as a model is waited for. @param turns that are waited before any time passes */
async function askInItsTime(question: SetQuestion, maxMillis: number, turns: number): Promise<RunRecord> {
  const hurried: App = {
    ...app,
    ask: (caller, request, options) => app.ask(caller, { ...request, budget: { maxMillis } }, options),
  };
  const state = { isDone: false };
  const asking = askQuestion({ ...desk, app: hurried }, question, 'CANDOR').finally(() => {
    state.isDone = true;
  });
  let waiting = 0;
  while (!state.isDone) {
    await turn();
    waiting = pending() > 0 ? waiting + 1 : 0;
    if (waiting >= turns) await vi.advanceTimersToNextTimerAsync();
  }
  return asking;
}

/** What a model makes of the questions. */
interface Passed {
  readonly calls: number;
  /** Questions that were right without it and are not with it. */
  readonly lost: string[];
  /** Those that were answered without it and are not with it. */
  readonly refused: string[];
  /** Those that took longer than they may. */
  readonly late: string[];
  /** Milliseconds that all of them together waited for the model. */
  readonly waited: number;
}

async function pass(each: Script, { maxMillis = defaultMillis, turns = 1 } = {}): Promise<Passed> {
  script = each;
  const before = server.chatCalls().length;
  const [lost, refused, late]: [string[], string[], string[]] = [[], [], []];
  let waited = 0;
  for (const [question, alone] of without) {
    const record = await askInItsTime(question, maxMillis, turns);
    waited += record.millis;
    if (judge(question, alone) === 'RIGHT_ANSWER' && judge(question, record) !== 'RIGHT_ANSWER')
      lost.push(`${question.question}: ${record.text}`);
    if (alone.outcome === 'Answer' && record.outcome !== 'Answer') refused.push(question.question);
    if (record.millis > maxMillis + slackMillis) late.push(`${question.question}: ${Math.round(record.millis)} ms`);
  }
  return { calls: server.chatCalls().length - before, lost, refused, late, waited };
}

const nothingLost = { lost: [], refused: [], late: [] };

test('the sample is one in which something can be lost', () => {
  const right = [...without].filter(([question, record]) => judge(question, record) === 'RIGHT_ANSWER');
  expect(right.length).toBeGreaterThanOrEqual(sampled / 3);
});

describe('no answer that extraction has is lost by a model that', () => {
  test.each(Object.entries(scripts))(
    'does this every time: %s',
    async (_name, each) => {
      const { calls, ...rest } = await pass(each, { turns: turnsAtOnce });
      expect(rest).toMatchObject(nothingLost);
      expect(calls).toBeGreaterThanOrEqual(sampled / 3);
    },
    patience,
  );

  test.each([
    ['says nothing', { hang: true }],
    ['falls silent in its reply', { hangAfter: '{"sentences": [' }],
  ] satisfies readonly (readonly [string, ScriptedReply])[])(
    '%s, which one question waits for, and a plan before it',
    async (_what, reply) => {
      const { calls, waited, ...rest } = await pass(() => reply);
      expect(rest).toEqual(nothingLost);
      expect(calls).toBeGreaterThanOrEqual(1);
      // All that a writer may take, and the share of a call that comes before it: once it was silent it is left out.
      expect(waited).toBeLessThanOrEqual((1 + (sparingly.share ?? 1)) * defaultMillis + slackMillis);
    },
    patience,
  );
});

/** Names and repeats the first sentence, as fast as it is: a prompt of so many tokens a second, a quarter of them in reply. */
function slow(promptPerSecond: number): Script {
  return (call: ChatCall) => {
    const first = shownSentences(call).get(1) ?? '';
    const pieces = JSON.stringify(
      call.messages[0]?.content.startsWith('You answer a question')
        ? { sentences: [1], claims: [{ text: first, sentences: [1] }], missing: null }
        : { queries: [] },
    ).match(/[\s\S]{1,40}/g);
    const millisOf = (tokens: number, perSecond: number) => (1000 * tokens) / perSecond;
    const prompted = millisOf(promptTokens(call.messages), promptPerSecond);
    const after = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
    return {
      steps: (pieces ?? []).flatMap((piece, position) => [
        after(prompted + millisOf(10 * (position + 1), promptPerSecond / 4)),
        piece,
      ]),
    };
  };
}

describe('a model of so many tokens a second of prompt never gives less than none, nor later than the budget', () => {
  const speeds = drawn([20], [20, 60, 200]);
  test.each(speeds.flatMap((perSecond) => [20_000, 5_000].map((maxMillis) => [perSecond, maxMillis] as const)))(
    '%i, in %i ms',
    async (perSecond, maxMillis) => {
      const { calls, ...rest } = await pass(slow(perSecond), { maxMillis });
      expect(rest).toMatchObject(nothingLost);
      expect(calls).toBeGreaterThanOrEqual(1);
    },
    patience,
  );
});
