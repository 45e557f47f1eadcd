import { expect, onTestFinished, test } from 'vitest';
import { tryChat } from '../../src/agent/writing/tryChat.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { startOpenaiServer, type ChatCall, type ScriptedReply } from '../support/openaiServer.ts';
import type { ChatModel } from '../../src/models/chat.ts';

const isNearMiss = (call: ChatCall) => call.messages.at(-1)?.content.includes('a school') === true;
const reply = (sentences: readonly number[], missing: string | null = null): ScriptedReply => ({
  json: {
    sentences,
    claims: sentences.map((number) => ({ text: 'A card costs 12 euros.', sentences: [number] })),
    missing,
  },
});
const able = (call: ChatCall) => (isNearMiss(call) ? reply([], 'the price for schools') : reply([3]));

async function trying(chat: (call: ChatCall) => ScriptedReply) {
  const server = await startOpenaiServer({ chat });
  onTestFinished(() => server.close());
  const model = openOpenaiChat({ serverUrl: server.url, apiKey: 'k', model: 'm' });
  return { server, model, tried: () => tryChat(model, undefined) };
}

test('a model that does its task is told with its speed, after two calls', async () => {
  const { server, tried } = await trying(able);
  expect(await tried()).toMatch(
    /^openai:m: names the sentence that answers, and none where none does; about \d+ tokens a second of prompt, (?:about \d+|an unknown number of) of reply$/,
  );
  expect(server.chatCalls()).toHaveLength(2);
});

test.each<[string, (call: ChatCall) => ScriptedReply, RegExp]>([
  ['no JSON', () => ({ text: 'ok' }), /no reply of the right shape/],
  ['another shape', () => ({ json: { answer: 'yes' } }), /no reply of the right shape/],
  ['the wrong number', () => reply([1]), /names sentence 1 where sentence 3/],
  ['every number', () => reply([1, 2, 3, 4]), /names sentences 1, 2, 3, 4 where/],
  ['none', () => reply([], 'the price'), /names no sentence where/],
  ['an answer to what nothing states', () => reply([3]), /answers what no sentence states, with sentence 3/],
  [
    'a claim of nothing',
    (call) =>
      isNearMiss(call)
        ? { json: { sentences: [], claims: [{ text: '12 euros.', sentences: [] }], missing: null } }
        : reply([3]),
    /with a claim of no sentence/,
  ],
])('%s: it does not pass, and what to do is told', async (_what, chat, message) => {
  await expect((await trying(chat)).tried()).rejects.toMatchObject({
    code: 'MODEL_INVALID',
    message: expect.stringMatching(message) as string,
    remedy: expect.stringContaining('CHAT_MODEL') as string,
  });
});

test('a model whose every call fails does not pass', async () => {
  await expect((await trying(() => ({ status: 401 }))).tried()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
});

test('nor does one that is too slow for a question', async () => {
  const { model } = await trying(able);
  const slow: ChatModel = {
    id: model.id,
    complete: model.complete.bind(model),
    speed: () => ({ prompt: 60, output: 10 }),
  };
  await expect(tryChat(slow, undefined)).rejects.toMatchObject({
    code: 'MODEL_INVALID',
    message: expect.stringContaining('35 s') as string,
  });
});
