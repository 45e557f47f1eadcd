import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { usageOfFailure } from '../../src/models/chat.ts';

const request = {
  messages: [{ role: 'user', content: 'How long is a cargo bike free?' }],
  maxOutputTokens: 50,
} as const;
const event = (content: string) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

/** A server that writes until its caller hangs up or `next` gives "", and never ends the reply. */
async function startEndless(next: () => string) {
  const seen = { hungUp: false, bytes: 0 };
  const write = async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).once('close', () => {
      seen.hungUp = true;
    });
    const gone = once(response, 'close');
    for (let text = next(); text !== '' && !response.destroyed; text = next()) {
      seen.bytes += text.length;
      response.write(text);
      await new Promise((resolve) => setImmediate(resolve));
      if (response.writableNeedDrain) await Promise.race([once(response, 'drain'), gone]);
    }
  };
  const server = createServer((incoming, response) => void incoming.resume().once('end', () => void write(response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    seen,
    chat: openOpenaiChat({
      serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      apiKey: undefined,
      model: 'm',
      totalMillis: 60_000,
    }),
  };
}

test('attack 12: a stream without an end is cut at the output that was asked for, and counted', async () => {
  const { chat, seen } = await startEndless(() => event('on and on and '));
  const reply = await chat.complete(request);
  expect(reply.finish).toBe('length');
  expect(reply.text.length).toBeLessThan(50 * 8 + 20);
  expect(reply.outputTokens).toBeGreaterThan(50);
  await expect.poll(() => seen.hungUp).toBe(true);
});

test('attack 12: one event without an end is refused by its bytes, long before 80 MB', async () => {
  let begun = false;
  const { chat, seen } = await startEndless(() => {
    const text = begun ? 'x'.repeat(64_000) : 'data: {"choices":[{"delta":{"content":"';
    begun = true;
    return text;
  });
  await expect(chat.complete(request)).rejects.toMatchObject({ code: 'MODEL_INVALID', details: { maxBytes: 200_000 } });
  await expect.poll(() => seen.hungUp).toBe(true);
  expect(seen.bytes).toBeLessThan(20_000_000);
});

test('attack 12: silent events without an end are refused by their bytes too', async () => {
  const { chat } = await startEndless(() => ': still thinking\n\n'.repeat(100));
  await expect(chat.complete(request)).rejects.toMatchObject({ code: 'MODEL_INVALID', details: { maxBytes: 200_000 } });
});

test('attack 12: what was written before the deadline is counted', async () => {
  let sent = 0;
  const { chat } = await startEndless(() => (sent++ < 4 ? event('A cargo bike is free. ') : ''));
  const late = new AbortController();
  const failed = chat.complete(request, { signal: late.signal }).catch((error: unknown) => error);
  await expect.poll(() => sent).toBeGreaterThan(4);
  setTimeout(() => late.abort(Object.assign(new Error('late'), { name: 'TimeoutError' })), 50);
  const fault = await failed;
  expect(fault).toMatchObject({ code: 'TIMEOUT' });
  expect(usageOfFailure(fault).outputTokens).toBe(22);
});
