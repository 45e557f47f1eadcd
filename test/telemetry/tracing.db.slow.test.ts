import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { startOpenaiServer } from '../support/openaiServer.ts';
import { type OtlpReceiver, startOtlpReceiver } from './otlpReceiver.ts';
import { askOnce, openTraced } from './tracedApp.ts';

let receiver: OtlpReceiver;
vi.setConfig({ testTimeout: 90_000 });
beforeAll(() => Promise.all([openTestDatabase(), openTestEmbedder()]));
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.close());

it('a chat call tells its model and tokens, its words only where they were asked for', async () => {
  const server = await startOpenaiServer();
  const models = { chat: 'openai', chatModel: 'tiny-1', chatUrl: server.url, chatApiKey: 'k' } as const;
  for (const withText of [false, true]) {
    const { app, close } = await openTraced(receiver, {}, { withText }).then(async (first) => {
      const withModel = { ...first.app.config.models, ...models };
      await first.close();
      return openTraced(receiver, { models: withModel }, { withText });
    });
    await askOnce({ app, close });
    await close();
    const call = receiver.spans.findLast(({ facts }) => facts['gen_ai.operation.name'] === 'chat');
    expect(call?.name).toBe('chat tiny-1');
    expect(call?.facts).toMatchObject({
      'gen_ai.provider.name': 'openai',
      'gen_ai.usage.input_tokens': expect.any(Number),
    });
    expect('gen_ai.input.messages' in (call?.facts ?? {})).toBe(withText);
    expect(/zebra/.test(receiver.bodies.join())).toBe(withText);
  }
  await server.close();
});

it('a collector that is away costs no question anything', async () => {
  await receiver.close();
  const open = await openTraced(receiver);
  expect(await askOnce(open)).not.toBe('');
  const began = performance.now();
  await open.close();
  expect(performance.now() - began).toBeLessThan(5_000);
  receiver = await startOtlpReceiver();
});
