import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { estimateTokens } from '../../src/agent/parts/budget.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { doctor } from '../../src/app/doctor.ts';
import { leftOutUntil, millisFor, type ChatModel, type ChatSpeed } from '../../src/models/chat.ts';
import type { Models } from '../../src/models/openModels.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import type { ScriptedReply } from '../support/openaiServer.ts';
import { answered } from './drain.ts';
import { asked, lost, openMatrix, shownSentences, slackMillis, type Matrix } from './matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(() => matrix.close());
beforeEach(() => {
  matrix.begin();
});

const proof = 'A rental of a cargo bike may be cancelled free of charge until 24 hours before it begins.';
const fresh = () => openOpenaiChat({ serverUrl: matrix.server.url, apiKey: 'key-of-the-test', model: 'test' });
const ask = async (chat: ChatModel | null, request: Partial<AskRequest> = {}, question: string = asked.cancelling) =>
  (await matrix.run(question, request, { chat })).outcome;
const named: Matrix['script'] = (call) => {
  const number = [...shownSentences(call)].find(([, text]) => text.includes(proof))?.[0] ?? 99;
  return { json: { sentences: [number], claims: [], missing: null } };
};

/** A model that is given up, with the time standing still until it has been asked and from then on, so that all else has enough of it on any machine. */
async function givenUp(chat: ChatModel, reply: ScriptedReply, maxMillis: number) {
  matrix.script = () => reply;
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asking = ask(chat, { budget: { maxMillis } });
  await expect.poll(() => matrix.askers().length).toBe(1);
  // To the end of the model's time; what is kept for the checks and the versions is theirs.
  await vi.advanceTimersByTimeAsync(maxMillis - Math.min(1_000, maxMillis / 2) + 100);
  return answered(await asking);
}

describe('a model that is too slow for the first question', () => {
  test.each<[string, ScriptedReply, number]>([
    ['says nothing', { hang: true }, 20_000],
    ['says nothing, and there is little time', { hang: true }, 1_500],
    ['falls silent in its reply', { hangAfter: '{"sentences": [' }, 8_000],
  ])('%s: the answer, its versions and its notices are those without it', async (_what, reply, maxMillis) => {
    const before = answered(await ask(null));
    const outcome = await givenUp(fresh(), reply, maxMillis);
    const kept = ({ text, tier, mode, notices, conflicts }: typeof before) => ({
      text,
      tier,
      mode,
      notices,
      conflicts,
    });
    expect(kept(outcome)).toEqual(kept(before));
    expect(outcome.stopReason).toBe('DEADLINE');
    // The versions of what is cited had their second.
    expect(lost(outcome)).toEqual(['CHAT_MODEL']);
    expect(outcome.usage.millis).toBeLessThanOrEqual(maxMillis + slackMillis);
    // Nobody told what was read, and it was.
    expect(outcome.usage).toMatchObject({
      modelCalls: 1,
      outputTokens: 'hangAfter' in reply ? estimateTokens(reply.hangAfter) : 0,
    });
    expect(outcome.usage.inputTokens).toBeGreaterThan(300);
  });

  test('is not asked again at once, and the answer comes without a wait', async () => {
    const chat = fresh();
    await givenUp(chat, { hang: true }, 20_000);
    matrix.begin();
    const outcome = answered(await ask(chat, { budget: { maxMillis: 8_000 } }));
    expect(matrix.askers()).toEqual([]);
    const until = leftOutUntil(chat);
    expect(until?.getTime()).toBeGreaterThan(Date.now());
    expect(outcome).toMatchObject({
      mode: 'EXTRACTIVE',
      stopReason: 'GATE_PASSED',
      usage: { modelCalls: 0 },
      degraded: [
        {
          part: 'GENERATION',
          message: expect.stringMatching(/speed .* It is asked again from \d{4}-\d\d-\d\dT[\d:.]+Z on\./) as string,
        },
      ],
    });
    const { database } = matrix.agent;
    const models = { embedder: matrix.agent.embedder, embedders: [matrix.agent.embedder], chat } as unknown as Models;
    const checks = await doctor(
      { database, models, workspaceId: matrix.agent.workspaceId, tryChat: () => Promise.resolve('') },
      { callChat: false },
    );
    expect(checks.find(({ name }) => name === 'chat model')).toMatchObject({
      passed: true,
      detail: expect.stringContaining('too slow') as string,
      until: expect.any(Date) as Date,
    });
  });
});

test('a slow first call is no verdict: the next question is asked, and how long replies are is learned', async () => {
  const chat = fresh();
  // Some 9 tokens a second: the 150 tokens that a reply may have would take longer than the question has.
  matrix.script = (call, asker) => {
    const reply = named(call, asker);
    return 'json' in reply ? { text: JSON.stringify(reply.json), slowMillis: 280 } : reply;
  };
  for (let turn = 1; turn <= 3; turn += 1) {
    matrix.begin();
    const outcome = answered(await ask(chat, { budget: { maxMillis: 12_000 } }));
    expect([turn, matrix.askers(), outcome.degraded]).toEqual([turn, ['write'], []]);
  }
  const speed = chat.speed?.() ?? null;
  expect(millisFor(speed, 0, 150)).toBeGreaterThan(12_000);
});

describe('a model whose speed is known', () => {
  /** The prompt of this question has about 600 tokens; 150 are expected of the reply. */
  const at = (speed: ChatSpeed): ChatModel => {
    const chat = fresh();
    return { id: chat.id, complete: chat.complete.bind(chat), speed: () => speed };
  };

  test.each<[number, number, number, boolean]>([
    [20, 20, 20_000, false],
    [60, 40, 20_000, true],
    [200, 20, 20_000, true],
    [2_000, 200, 20_000, true],
    [20, 20, 5_000, false],
    [60, 20, 5_000, false],
    [200, 20, 5_000, false],
    [2_000, 200, 5_000, true],
  ])(
    'of %i tokens a second of prompt and %i of reply in %i ms: asked is %s',
    async (prompt, output, maxMillis, isAsked) => {
      matrix.script = named;
      const outcome = answered(await ask(at({ prompt, output }), { budget: { maxMillis } }));
      expect(matrix.askers()).toEqual(isAsked ? ['write'] : []);
      expect(outcome).toMatchObject({
        text: `${proof} [1]`,
        ...(isAsked ? { tier: 'CONFIDENT' } : {}),
        usage: { modelCalls: isAsked ? 1 : 0 },
      });
      expect(lost(outcome)).toEqual(isAsked ? [] : ['GENERATION']);
    },
  );

  test('and too slow never refuses otherwise than none would', async () => {
    const { type, stopReason, confidence, ...before } = await ask(null, {}, asked.hopeful);
    const outcome = await ask(at({ prompt: 20, output: 20 }), {}, asked.hopeful);
    expect(outcome).toMatchObject({
      type,
      stopReason,
      confidence: { value: expect.closeTo(confidence.value, 6) as number },
      tier: before.tier,
    });
  });
});
