import { describe, expect, onTestFinished, test } from 'vitest';
import { openOpenaiChat, type OpenaiChatOptions } from '../../src/models/providers/openaiChat.ts';
import { chatContract, chatRequest } from '../contracts/chat.ts';
import { startOpenaiServer, type OpenaiServerScript } from '../support/openaiServer.ts';
import { loopNow } from '../support/clocks.ts';

const key = 'sk-test-0123456789abcdef';

chatContract('openai', (serverUrl) => openOpenaiChat({ serverUrl, apiKey: key, model: 'test-model' }));

async function start(chat: NonNullable<OpenaiServerScript['chat']>, options: Partial<OpenaiChatOptions> = {}) {
  const server = await startOpenaiServer({ chat });
  onTestFinished(() => server.close());
  return { server, model: openOpenaiChat({ serverUrl: server.url, apiKey: key, model: 'test-model', ...options }) };
}

describe('the openai chat model', () => {
  test('streams, sends the key and asks for usage', async () => {
    const { server, model } = await start(() => ({ text: 'Five days.' }));
    await model.complete(chatRequest);
    expect(model.id).toBe('openai:test-model');
    expect(server.requests[0]?.authorization).toBe(`Bearer ${key}`);
    expect(server.chatCalls()[0]).toMatchObject({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(server.chatCalls()[0]).not.toHaveProperty('response_format');
  });

  test('works without a key, for local servers', async () => {
    const { model } = await start(() => ({ text: 'Five days.' }), { apiKey: undefined });
    expect((await model.complete(chatRequest)).text).toBe('Five days.');
  });

  test('asks for JSON where it is wanted, and without the mode where the server has none', async () => {
    const { server, model } = await start((request) =>
      request.response_format
        ? { status: 400, message: "'response_format.type' must be 'json_schema' or 'text'" }
        : { json: { days: 5 } },
    );
    expect((await model.complete({ ...chatRequest, json: true })).text).toBe('{"days":5}');
    await model.complete({ ...chatRequest, json: true });
    expect(server.chatCalls().map((call) => call.response_format?.type)).toEqual(['json_object', undefined, undefined]);
  });

  const shaping = {
    ...chatRequest,
    json: true,
    schema: {
      type: 'object',
      properties: { days: { type: 'integer' } },
      required: ['days'],
      additionalProperties: false,
    },
  };

  test('holds the server to a schema where it takes one', async () => {
    const { server, model } = await start(() => ({ json: { days: 5 } }));
    expect(await model.complete(shaping)).toMatchObject({ text: '{"days":5}', shaped: 'SCHEMA' });
    expect(server.chatCalls()[0]?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema: shaping.schema },
    });
  });

  test.each<[string, number, readonly string[], readonly (string | undefined)[]]>([
    ['no schema', 400, ['json_schema'], ['json_schema', 'json_object', 'json_object']],
    ['no schema, as FastAPI says it', 422, ['json_schema'], ['json_schema', 'json_object', 'json_object']],
    ['neither', 400, ['json_schema', 'json_object'], ['json_schema', 'json_object', undefined, undefined]],
    ['a schema and no plain object', 400, ['json_object'], ['json_schema', 'json_schema']],
  ])('learns once that a server takes %s (%i)', async (_what, status, refused, asked) => {
    const { server, model } = await start((request) =>
      refused.includes(request.response_format?.type ?? '')
        ? { status, message: 'Bad Request' }
        : { json: { days: 5 } },
    );
    for (let call = 0; call < 2; call += 1) expect((await model.complete(shaping)).text).toBe('{"days":5}');
    expect(server.chatCalls().map((call) => call.response_format?.type)).toEqual(asked);
  });

  test('a request that is refused in every shape teaches nothing, and one that is too long is not sent again', async () => {
    let broken = true;
    const { server, model } = await start(() =>
      broken ? { status: 400, message: 'Unknown model parameter' } : { json: { days: 5 } },
    );
    await expect(model.complete(shaping)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
    broken = false;
    expect((await model.complete(shaping)).shaped).toBe('SCHEMA');
    expect(server.chatCalls()).toHaveLength(4);
    const long = await start(() => ({ status: 400, message: "This model's maximum context length is 4096 tokens." }));
    await expect(long.model.complete(shaping)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
    expect(long.server.chatCalls()).toHaveLength(1);
  });

  test('measures how fast it is, also by a call that was given up', async () => {
    const messages = [{ role: 'user' as const, content: 'How long does a refund take? '.repeat(20) }];
    const { model } = await start(() => ({ text: 'A refund takes five working days, at most, and often fewer.' }));
    expect(model.speed?.()).toBeNull();
    // The first call may have waited for the model to be loaded.
    await model.complete({ messages, maxOutputTokens: 50 });
    expect(model.speed?.()).toBeNull();
    await model.complete({ messages, maxOutputTokens: 50 });
    expect(model.speed?.()?.prompt).toBeGreaterThan(0);
    expect(model.speed?.()?.lengths?.get(50)).toBeCloseTo(59 / 4, 6);
    expect(model.speed?.()?.output).toBeGreaterThan(0);
    const hung = await start(() => ({ hang: true }));
    await expect(
      hung.model.complete({ messages, maxOutputTokens: 50 }, { signal: AbortSignal.timeout(200) }),
    ).rejects.toMatchObject({ code: 'TIMEOUT' });
    // 145 tokens in some 200 ms, less what passed on a busy machine before the call began, and no word of a reply.
    expect(hung.model.speed?.()?.prompt).toBeLessThanOrEqual(145 / 0.1);
    expect(hung.model.speed?.()?.output).toBeNull();
  });

  test('leaves the temperature out and names the limit anew for reasoning models', async () => {
    const { server, model } = await start(() => ({ text: 'Five days.' }), { model: 'o4-mini' });
    await model.complete(chatRequest);
    expect(server.chatCalls()[0]).toMatchObject({ max_completion_tokens: 50 });
    expect(server.chatCalls()[0]).not.toHaveProperty('temperature');
  });

  test('calls a server that falls silent MODEL_UNAVAILABLE, before the first token and after it', async () => {
    for (const [reply, options] of [
      [{ hang: true }, { firstTokenMillis: 200 }],
      [{ hangAfter: 'A refund' }, { idleMillis: 200 }],
    ] as const) {
      const { server, model } = await start(() => reply, options);
      const startedAt = loopNow();
      await expect(model.complete(chatRequest)).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringContaining('200 ms') as string,
      });
      expect(loopNow() - startedAt).toBeLessThan(1_000);
      expect(server.requests).toHaveLength(1);
      await expect.poll(() => server.requests[0]?.aborted).toBe(true);
    }
  });

  test('reads a slow stream to its end, and ends one that never ends', async () => {
    const slow = await start(() => ({ slowMillis: 60, text: 'A refund takes five working days.' }), {
      idleMillis: 200,
    });
    expect((await slow.model.complete(chatRequest)).text).toBe('A refund takes five working days.');
    const endless = await start(() => ({ slowMillis: 60, text: 'on and on '.repeat(100) }), {
      idleMillis: 200,
      totalMillis: 400,
    });
    await expect(endless.model.complete(chatRequest)).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  test('does not wait for a server that asks for more than two seconds', async () => {
    const { server, model } = await start(() => ({ status: 429, retryAfter: 60 }));
    await expect(model.complete(chatRequest)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      details: { retryAfterMillis: 60_000 },
    });
    expect(server.requests).toHaveLength(1);
  });

  test('stops waiting for the retry when the caller goes away', async () => {
    const { server, model } = await start(() => ({ status: 429, retryAfter: 2 }));
    await expect(model.complete(chatRequest, { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('names the keys to correct and never shows the API key', async () => {
    const seen: unknown[] = [];
    for (const [status, remedy] of [
      [401, /CHAT_API_KEY/],
      [403, /CHAT_API_KEY/],
      [404, /CHAT_MODEL.*CHAT_URL/],
    ] as const) {
      const error: unknown = await (
        await start(() => ({ status }))
      ).model
        .complete(chatRequest)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'MODEL_UNAVAILABLE', remedy: expect.stringMatching(remedy) as string });
      seen.push(error, String(error), (error as Error).cause, (error as Error).stack);
    }
    expect(JSON.stringify(seen)).not.toContain(key);
  });

  test('keeps calls at the same time apart', async () => {
    const { model } = await start((request) => ({
      slowMillis: 5,
      text: `Reply to ${request.messages.at(-1)?.content}`,
    }));
    const replies = await Promise.all(
      ['one', 'two', 'three'].map((content) =>
        model.complete({ messages: [{ role: 'user', content }], maxOutputTokens: 20 }),
      ),
    );
    expect(replies.map(({ text }) => text)).toEqual(['Reply to one', 'Reply to two', 'Reply to three']);
  });
});
