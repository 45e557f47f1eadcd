import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChatMessage, ChatModel } from '../../src/models/chat.ts';
import { startOpenaiServer, type OpenaiServer, type OpenaiServerScript } from '../support/openaiServer.ts';
import { loopNow } from '../support/clocks.ts';

const messages: readonly ChatMessage[] = [
  { role: 'system', content: 'Answer in one sentence.' },
  { role: 'user', content: 'How long does a refund take?' },
];
export const chatRequest = { messages, maxOutputTokens: 50 } as const;

type Start = (chat: NonNullable<OpenaiServerScript['chat']>) => Promise<{ model: ChatModel; server: OpenaiServer }>;

function promisesOfReplies(start: Start): void {
  test('sends the messages and gives the whole text with its usage', async () => {
    const { model, server } = await start(() => ({ text: 'A refund takes five working days, at most.' }));
    const reply = await model.complete(chatRequest);
    expect(reply).toEqual({
      text: 'A refund takes five working days, at most.',
      finish: 'stop',
      inputTokens: 10,
      outputTokens: 8,
      shaped: 'TEXT',
    });
    expect(server.chatCalls()[0]?.messages).toEqual(messages);
    expect(server.chatCalls()[0]).toMatchObject({ temperature: 0, max_tokens: 50 });
  });

  test('tells the text so far while the rest is still to come', async () => {
    const heard: string[] = [];
    let hearMore = () => {};
    const more = new Promise<void>((resolve) => (hearMore = resolve));
    const { model } = await start(() => ({ steps: ['A refund takes ', more, 'five working days.'] }));
    const reply = await model.complete(chatRequest, {
      onText: (textSoFar) => {
        heard.push(textSoFar);
        if (textSoFar === 'A refund takes ') hearMore();
      },
    });
    expect(heard).toContain('A refund takes ');
    expect(heard.at(-1)).toBe(reply.text);
    for (const [position, text] of heard.slice(1).entries()) {
      expect(text.startsWith(heard[position] ?? '')).toBe(true);
      expect(text.length).toBeGreaterThan(heard[position]?.length ?? 0);
    }
  });

  test('estimates the usage where the server sends none', async () => {
    const { model } = await start(() => ({ text: 'Five working days.', usage: false }));
    expect(await model.complete(chatRequest)).toMatchObject({ inputTokens: 13, outputTokens: 5 });
  });

  test('tells a cut reply and a refusal from a finished one', async () => {
    const cut = await start(() => ({ text: 'A refund takes', finish: 'length' }));
    expect((await cut.model.complete(chatRequest)).finish).toBe('length');
    const declined = await start(() => ({ refusal: 'I cannot help with that.' }));
    expect(await declined.model.complete(chatRequest)).toMatchObject({
      finish: 'refusal',
      text: 'I cannot help with that.',
    });
    const filtered = await start(() => ({ text: 'A refund', finish: 'content_filter' }));
    expect((await filtered.model.complete(chatRequest)).finish).toBe('refusal');
  });
}

function promisesOfFaults(start: Start): void {
  test('retries once after 429 and 5xx, then succeeds', async () => {
    for (const status of [429, 500, 503]) {
      const { model, server } = await start((_request, call) =>
        call === 1 ? { status, retryAfter: 0.1 } : { text: 'Five days.' },
      );
      expect((await model.complete(chatRequest)).text).toBe('Five days.');
      expect(server.chatCalls()).toHaveLength(2);
    }
  });

  test('gives up after the second 429 or 5xx, and at once on 4xx', async () => {
    for (const [status, calls, code] of [
      [429, 2, 'MODEL_UNAVAILABLE'],
      [500, 2, 'MODEL_UNAVAILABLE'],
      [401, 1, 'MODEL_UNAVAILABLE'],
      [404, 1, 'MODEL_UNAVAILABLE'],
      [400, 1, 'MODEL_INVALID'],
    ] as const) {
      const { model, server } = await start(() => ({ status }));
      await expect(model.complete(chatRequest)).rejects.toMatchObject({ code, details: { status } });
      expect(server.chatCalls()).toHaveLength(calls);
    }
  });

  test('calls a stream that breaks off or ends without a finish MODEL_UNAVAILABLE, without a retry', async () => {
    for (const reply of [{ cutOff: 'A refund takes five' }, { endEarly: 'A refund takes five' }]) {
      const { model, server } = await start(() => reply);
      await expect(model.complete(chatRequest)).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringContaining('incomplete') as string,
      });
      expect(server.chatCalls()).toHaveLength(1);
    }
  });

  test('calls a finish without text MODEL_INVALID', async () => {
    const { model } = await start(() => ({ text: '' }));
    await expect(model.complete(chatRequest)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
  });
}

function promisesOfDeadlines(start: Start): void {
  test("ends with TIMEOUT at the caller's deadline, while waiting and mid-stream, and closes the connection", async () => {
    for (const reply of [
      { hang: true },
      { hangAfter: 'A refund' },
      { slowMillis: 100, text: 'A refund takes five working days, at most.' },
    ] as const) {
      const { model, server } = await start(() => reply);
      const startedAt = loopNow();
      await expect(model.complete(chatRequest, { signal: AbortSignal.timeout(250) })).rejects.toMatchObject({
        code: 'TIMEOUT',
      });
      expect(loopNow() - startedAt).toBeLessThan(1_000);
      await expect.poll(() => server.requests[0]?.aborted).toBe(true);
    }
  });

  test('ends with CANCELLED when the caller goes away, also before the call', async () => {
    const { model, server } = await start(() => ({ hangAfter: 'A refund' }));
    await expect(model.complete(chatRequest, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(server.requests).toHaveLength(0);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 150);
    await expect(model.complete(chatRequest, { signal: stop.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });
}

/** What every chat model that speaks HTTP promises. `open` gets the address of a scripted server, ending in /v1. */
export function chatContract(name: string, open: (serverUrl: string) => ChatModel): void {
  const start: Start = async (chat) => {
    const server = await startOpenaiServer({ chat });
    onTestFinished(() => server.close());
    return { model: open(server.url), server };
  };

  describe(`chat contract: ${name}`, () => {
    promisesOfReplies(start);
    promisesOfFaults(start);
    promisesOfDeadlines(start);

    test('calls a server that is not there MODEL_UNAVAILABLE', async () => {
      const server = await startOpenaiServer();
      await server.close();
      await expect(open(server.url).complete(chatRequest)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    });
  });
}
