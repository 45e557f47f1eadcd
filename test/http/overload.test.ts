import { createClient } from 'graphql-ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { loadConfig } from '../../src/config/config.ts';
import type { AdmissionConfig } from '../../src/config/limits.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { createFakeApp, otherKey, readerKey, secondReaderKey } from '../support/fakeApp.ts';
import { post, serve, until } from '../support/testServer.ts';

const tight: AdmissionConfig = { atOnce: 3, perWorkspace: 2, queued: 0, waitMillis: 1_000, perSocket: 4 };
const ask = (question: string) => `{ ask(input: { question: "${question}" }) { __typename } }`;
const events = (question: string) =>
  `subscription { askEvents(input: { question: "${question}" }) { __typename ... on AskFailed { code message } } }`;

async function filled(admission: AdmissionConfig = tight) {
  const app = createFakeApp({ admission });
  const { url } = await serve(app);
  const held = Array.from({ length: admission.perWorkspace }, () => overStream({ url }, events('hang')));
  await until(() => held.every(({ received }) => received.length === 1));
  return { app, url, held };
}

test('attack 7: a question beyond the limit is 429 with Retry-After, and the app never sees it', async () => {
  const { app, url, held } = await filled();
  const { status, headers, body } = await post(url, ask('answer'));
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('1');
  expect(body.errors?.[0]?.extensions).toMatchObject({
    code: 'OVERLOADED',
    remedy: expect.stringContaining('CANDOR_LIMITS') as unknown,
    details: { scope: 'WORKSPACE', limit: 2, retryAfterSeconds: 1 },
  });
  expect(app.seen.calls.filter((call) => call === 'ask')).toHaveLength(2);
  held[0]?.leave();
  await until(() => app.seen.aborts.length === 1);
  await expect.poll(async () => (await post(url, ask('answer'))).status).toBe(200);
});

test('attack 7: another workspace finds the process full: 503', async () => {
  const app = createFakeApp({ auth: 'keys', admission: { ...tight, atOnce: 1, perWorkspace: 1 } });
  const { url } = await serve(app);
  const held = overStream({ url, authorization: `Bearer ${readerKey}` }, events('hang'));
  await until(() => held.received.length === 1);
  const { status, headers, body } = await post(url, '{ search(input: { query: "labels" }) { tier } }', {
    headers: { authorization: `Bearer ${otherKey}` },
  });
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'OVERLOADED', details: { scope: 'PROCESS', limit: 1 } });
});

test('attack 7: over a stream and a socket it is a last event or a coded error', async () => {
  const { url } = await filled();
  const failed = {
    data: {
      askEvents: {
        __typename: 'AskFailed',
        code: 'OVERLOADED',
        message: expect.stringContaining('Try again in 1 s') as unknown,
      },
    },
  };
  expect((await overStream({ url }, events('answer')).results).at(-1)).toMatchObject(failed);
  expect((await overSocket({ url }, events('answer')).results).at(-1)).toMatchObject(failed);
  expect((await overSocket({ url }, ask('answer')).results)[0]?.errors).toMatchObject([
    { extensions: { code: 'OVERLOADED' } },
  ]);
});

test('what waits is served when a place becomes free', async () => {
  const { app, url, held } = await filled({ ...tight, queued: 5 });
  const waiting = post(url, ask('answer'));
  // Reading goes on beside the questions.
  expect((await post(url, '{ workspace { id } }')).status).toBe(200);
  expect(app.seen.calls.filter((call) => call === 'ask')).toHaveLength(2);
  held[0]?.leave();
  expect((await waiting).body).toEqual({ data: { ask: { __typename: 'Answer' } } });
});

test('a client that leaves the queue frees it', async () => {
  const { url, held } = await filled({ ...tight, queued: 1, waitMillis: 60_000 });
  const gone = new AbortController();
  const waiting = post(url, ask('answer'), { signal: gone.signal });
  await expect.poll(async () => (await post(url, ask('answer'))).status).toBe(429);
  gone.abort();
  await expect(waiting).rejects.toThrow();
  const next = overStream({ url }, events('answer'));
  held[0]?.leave();
  expect((await next.results).at(-1)?.data).toMatchObject({ askEvents: { __typename: 'AskFinished' } });
});

test('attack 4: one socket has so many operations at once, and the next is refused before it is parsed', async () => {
  const app = createFakeApp({
    admission: { ...loadConfig({}).admission, atOnce: 100, perWorkspace: 100, perSocket: 4 },
  });
  const { url } = await serve(app);
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  onTestFinished(() => void client.dispose());
  const refused: unknown[] = [];
  const leaves = Array.from({ length: 20 }, (_, index) =>
    client.subscribe(
      { query: index < 4 ? events('hang') : '{ no GraphQL at all' },
      { next: () => undefined, error: (error) => refused.push(error), complete: () => undefined },
    ),
  );
  await until(() => refused.length === 16);
  for (const error of refused)
    expect(error).toMatchObject([{ extensions: { code: 'OVERLOADED', details: { scope: 'SOCKET', limit: 4 } } }]);
  expect(app.seen.calls).toEqual(['ask', 'ask', 'ask', 'ask']);
  leaves[0]?.();
  await until(() => app.seen.aborts.length === 1);
  expect((await client.iterate({ query: ask('answer') }).next()).value).toMatchObject({
    data: { ask: { __typename: 'Answer' } },
  });
});

describe('a client that does not wait as long as it was told', () => {
  const variable = 'query ($question: String!) { ask(input: { question: $question }) { __typename } }';
  async function full() {
    const app = createFakeApp({ auth: 'keys', admission: tight });
    let checks = 0;
    const { authenticate } = app.keys;
    const keys = {
      ...app.keys,
      // Not those of the watch over what is held.
      authenticate: (...args: Parameters<typeof authenticate>) => {
        if (args[0] === readerKey) checks += 1;
        return authenticate(...args);
      },
    };
    const { url } = await serve({ ...app, keys });
    const headers = { authorization: `Bearer ${readerKey}` };
    const held = Array.from({ length: tight.perWorkspace }, () =>
      overStream({ url, authorization: `Bearer ${secondReaderKey}` }, events('hang')),
    );
    await until(() => held.every(({ received }) => received.length === 1));
    const timed = async (query: string, question?: string) => {
      const began = performance.now();
      const reply = await post(url, query, { headers, ...(question === undefined ? {} : { variables: { question } }) });
      return { ...reply, millis: performance.now() - began };
    };
    return { app, held, timed, checks: () => checks };
  }

  test('is refused later, before its key is read, whatever it asks; its other requests pass', async () => {
    const { app, held, timed, checks } = await full();
    const first = await timed(variable, 'answer one');
    expect([first.status, first.millis < 900]).toEqual([429, true]);
    const [known, asked] = [checks(), app.seen.calls.length];
    const [again, beside] = await Promise.all([timed(variable, 'answer two'), timed('{ workspace { id } }')]);
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '1']);
    expect(again.body.errors).toEqual([
      { message: first.body.errors?.[0]?.message, extensions: first.body.errors?.[0]?.extensions },
    ]);
    expect(again.millis).toBeGreaterThan(900);
    expect([beside.status, beside.body.data]).toMatchObject([200, { workspace: {} }]);
    expect(beside.millis).toBeLessThan(900);
    expect(checks()).toBe(known + 1);
    expect(app.seen.calls.slice(asked)).not.toContain('ask');
    held[0]?.leave();
    await expect.poll(async () => (await timed(variable, 'answer three')).status, { timeout: 5_000 }).toBe(200);
  });

  test('is known by an operation that has its question written into it, too', async () => {
    const { timed, checks } = await full();
    expect((await timed(ask('answer one'))).status).toBe(429);
    const known = checks();
    expect((await timed(ask('answer \\"two\\" 2'))).status).toBe(429);
    expect(checks()).toBe(known);
  });
});
