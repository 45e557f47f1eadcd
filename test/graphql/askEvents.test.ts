import { expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { openSubscription } from '../support/runQuery.ts';
import { loopNow } from '../support/clocks.ts';

const subscription = (question: string) =>
  `subscription { askEvents(input: { question: "${question}" }) { __typename } }`;

test.each(['hang', 'stubborn'])(
  'return() aborts a %s question and ends its pending next() within 100 ms',
  async (question) => {
    const app = createFakeApp();
    const stream = await openSubscription(subscription(question), { app });
    await stream.next();
    const pending = stream.next();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const left = loopNow();
    await stream.return?.();
    expect(await pending).toMatchObject({ done: true });
    expect(loopNow() - left).toBeLessThan(100);
    expect(app.seen.aborts).toHaveLength(1);
    expect((app.seen.aborts[0] ?? Infinity) - left).toBeLessThan(100);
  },
);

test("the context's signal ends the stream too", async () => {
  const app = createFakeApp();
  const client = new AbortController();
  const stream = await openSubscription(subscription('stubborn'), { app, signal: client.signal });
  await stream.next();
  const pending = stream.next();
  client.abort();
  expect(await pending).toMatchObject({ done: true });
  expect(await stream.next()).toMatchObject({ done: true });
  expect(app.seen.aborts).toHaveLength(1);
});

test('a question whose client left before the first event is never asked', async () => {
  const app = createFakeApp();
  const stream = await openSubscription(subscription('answer'), { app, signal: AbortSignal.abort() });
  expect(await stream.next()).toMatchObject({ done: true });
  expect(app.seen.calls).toEqual([]);
});
