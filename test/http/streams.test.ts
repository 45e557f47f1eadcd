import { createClient as createStreamClient } from 'graphql-sse';
import { describe, expect, onTestFinished, test } from 'vitest';
import { otherKey, createFakeApp, readerKey } from '../support/fakeApp.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { post, serve, until } from '../support/testServer.ts';
import { loopNow } from '../support/clocks.ts';

const events = (question: string) =>
  `subscription { askEvents(input: { question: "${question}" }) { __typename ... on Failed { code } } }`;
const hanging = '{ ask(input: { question: "hang" }) { __typename } }';
const names = (results: readonly { data?: Readonly<Record<string, unknown>> | null | undefined }[]) =>
  results.map(({ data }) => (data?.['askEvents'] as { __typename: string }).__typename);

describe.each([
  ['graphql-ws', overSocket],
  ['graphql-sse', overStream],
])('%s', (_name, open) => {
  test('gives every event in order and completes', async () => {
    const { url } = await serve(createFakeApp());
    expect(names(await open({ url }, events('answer')).results)).toEqual([
      'Planned',
      'Retrieved',
      'Reflected',
      'Finished',
    ]);
  });

  test('gives what is provisional before it is written', async () => {
    const { url } = await serve(createFakeApp());
    expect(names(await open({ url }, events('draft')).results)).toEqual([
      'Planned',
      'Retrieved',
      'Reflected',
      'Provisional',
      'Writing',
      'Finished',
    ]);
  });

  test('ends with Failed on a fault, without an error of the transport', async () => {
    const { url } = await serve(createFakeApp());
    expect((await open({ url }, events('midway')).results).at(-1)?.data).toEqual({
      askEvents: { __typename: 'Failed', code: 'INTERNAL' },
    });
  });

  test('a client that leaves aborts the question', async () => {
    const app = createFakeApp();
    const { url } = await serve(app);
    const ticket = open({ url }, events('hang'));
    await until(() => ticket.received.length === 1);
    const left = loopNow();
    ticket.leave();
    await until(() => app.seen.aborts.length === 1);
    expect((app.seen.aborts[0] ?? Infinity) - left).toBeLessThan(100);
  });

  test('a client that takes back a query aborts it too', async () => {
    const app = createFakeApp();
    const { url } = await serve(app);
    const ticket = open({ url }, hanging);
    await until(() => app.seen.calls.length === 1);
    ticket.leave();
    await until(() => app.seen.aborts.length === 1);
  });

  test('close() ends an open subscription within 2 s', async () => {
    const app = createFakeApp();
    const server = await serve(app);
    const ticket = open({ url: server.url }, events('hang'));
    await until(() => ticket.received.length === 1);
    const started = loopNow();
    await server.close();
    expect(loopNow() - started).toBeLessThan(2000);
    expect(app.seen.aborts).toHaveLength(1);
    await expect(fetch(server.url)).rejects.toThrow();
  });
});

test('a client that closes its HTTP connection aborts the question', async () => {
  const app = createFakeApp();
  const { url } = await serve(app);
  const client = new AbortController();
  const reply = post(url, hanging, { signal: client.signal });
  await until(() => app.seen.calls.length === 1);
  client.abort();
  await expect(reply).rejects.toThrow();
  await until(() => app.seen.aborts.length === 1);
});

test('close() lets a request in flight finish', async () => {
  const app = createFakeApp();
  const server = await serve(app);
  const reply = post(server.url, '{ ask(input: { question: "slow" }) { __typename } }');
  await until(() => app.seen.calls.length === 1);
  const closed = server.close();
  expect((await reply).body).toEqual({ data: { ask: { __typename: 'Answer' } } });
  await closed;
});

test('the path of event streams answers nothing else', async () => {
  const { url } = await serve(createFakeApp());
  expect((await fetch(`${url}/graphql/stream`, { method: 'PATCH' })).status).toBe(405);
  expect(
    (
      await fetch(`${url}/graphql/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{__typename}"}',
      })
    ).status,
  ).toBe(406);
});

describe('graphql-sse over one shared connection', () => {
  const shared = (url: string, headers: Record<string, string> = {}) => {
    const client = createStreamClient({ url, singleConnection: true, retryAttempts: 0, headers });
    onTestFinished(() => client.dispose());
    return client;
  };
  const collect = (client: ReturnType<typeof shared>, query: string) =>
    new Promise<readonly { data?: Record<string, unknown> | null }[]>((resolve, reject) => {
      const received: { data?: Record<string, unknown> | null }[] = [];
      client.subscribe(
        { query },
        { next: (result) => void received.push(result), error: reject, complete: () => resolve(received) },
      );
    });

  test.each(['/graphql', '/graphql/stream'])('runs several operations at once, at %s', async (path) => {
    const { url } = await serve(createFakeApp());
    const client = shared(`${url}${path}`);
    const [streamed, asked] = await Promise.all([
      collect(client, events('answer')),
      collect(client, '{ workspace { id } }'),
    ]);
    expect(names(streamed)).toEqual(['Planned', 'Retrieved', 'Reflected', 'Finished']);
    expect(asked).toMatchObject([{ data: { workspace: {} } }]);
  });

  test('a client that takes an operation back aborts it, and the others go on', async () => {
    const app = createFakeApp();
    const { url } = await serve(app);
    const client = shared(`${url}/graphql`);
    let received = 0;
    const takeBack = client.subscribe(
      { query: events('hang') },
      { next: () => (received += 1), error: () => {}, complete: () => {} },
    );
    await until(() => received === 1);
    takeBack();
    await until(() => app.seen.aborts.length === 1);
    expect(names(await collect(client, events('answer')))).toContain('Finished');
  });

  test('a client that leaves aborts everything', async () => {
    const app = createFakeApp();
    const { url } = await serve(app);
    const client = shared(`${url}/graphql`);
    for (const query of [events('hang'), events('hang')])
      client.subscribe({ query }, { next: () => {}, error: () => {}, complete: () => {} });
    await until(() => app.seen.calls.filter((call) => call === 'ask').length === 2);
    client.dispose();
    await until(() => app.seen.aborts.length === 2);
  });

  test('a stream is its caller’s own: the token alone opens nothing', async () => {
    const { url } = await serve(createFakeApp({ auth: 'keys' }));
    const [mine, theirs] = [otherKey, readerKey].map((key) => ({ authorization: `Bearer ${key}` }));
    const reserved = await fetch(`${url}/graphql`, { method: 'PUT', headers: { ...mine } });
    expect(reserved.status).toBe(201);
    const token = { 'x-graphql-event-stream-token': await reserved.text() };
    const open = (headers: Record<string, string>) =>
      fetch(`${url}/graphql`, {
        headers: { ...headers, ...token, accept: 'text/event-stream' },
        signal: AbortSignal.timeout(5000),
      });
    expect((await open({})).status).toBe(401);
    expect((await open({ ...theirs })).status).toBe(404);
    const stream = await open({ ...mine });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  test('reservations are bounded, and operations of a stream too', async () => {
    const { url } = await serve(createFakeApp());
    const reserve = () => fetch(`${url}/graphql`, { method: 'PUT' });
    const statuses = [];
    for (let count = 0; count < 17; count += 1) statuses.push((await reserve()).status);
    expect(statuses.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 201));
    expect(statuses[16]).toBe(503);
  });

  test('what does not fit the schema is refused and not counted', async () => {
    const { url } = await serve(createFakeApp());
    const client = shared(`${url}/graphql`);
    for (let count = 0; count < 20; count += 1) await expect(collect(client, '{ nothing }')).rejects.toBeDefined();
    expect(names(await collect(client, events('answer')))).toContain('Finished');
  });
});
