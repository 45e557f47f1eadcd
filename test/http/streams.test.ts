import { createClient as createStreamClient } from 'graphql-sse';
import { describe, expect, onTestFinished, test } from 'vitest';
import { otherKey, createFakeApp, readerKey } from '../support/fakeApp.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { post, serve, until } from '../support/testServer.ts';
import { loopNow } from '../support/clocks.ts';

const events = (question: string) =>
  `subscription { askEvents(input: { question: "${question}" }) { __typename ... on AskProgress { phase } ... on AskFailed { code } } }`;
const hanging = '{ ask(input: { question: "hang" }) { __typename } }';
const names = (results: readonly { data?: Readonly<Record<string, unknown>> | null | undefined }[]) =>
  results.map(({ data }) => {
    const { __typename, phase = __typename } = data?.['askEvents'] as { __typename: string; phase?: string };
    return phase;
  });

describe.each([
  ['graphql-ws', overSocket],
  ['graphql-sse', overStream],
])('%s', (_name, open) => {
  test('gives every event in order and completes', async () => {
    const { url } = await serve(createFakeApp());
    expect(names(await open({ url }, events('answer')).results)).toEqual([
      'PLANNED',
      'RETRIEVED',
      'REFLECTED',
      'AskFinished',
    ]);
  });

  test('gives what is provisional before it is written', async () => {
    const { url } = await serve(createFakeApp());
    expect(names(await open({ url }, events('draft')).results)).toEqual([
      'PLANNED',
      'RETRIEVED',
      'REFLECTED',
      'Provisional',
      'WRITING',
      'AskFinished',
    ]);
  });

  test('ends with Failed on a fault, without an error of the transport', async () => {
    const { url } = await serve(createFakeApp());
    expect((await open({ url }, events('midway')).results).at(-1)?.data).toEqual({
      askEvents: { __typename: 'AskFailed', code: 'INTERNAL' },
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

describe('what an event stream cannot answer is said as every other error is', () => {
  const json = { 'content-type': 'application/json' };
  const body = '{"query":"{__typename}"}';
  const stream = { accept: 'text/event-stream' };
  const said: unknown = expect.stringMatching(/\w \w/);
  test.each([
    [405, 'another method', { method: 'PATCH' }],
    [405, 'another method with a token', { method: 'PATCH', headers: { 'x-graphql-event-stream-token': 'none' } }],
    [406, 'an answer that is none', { method: 'POST', headers: json, body }],
    [406, 'a token in another form', { method: 'PUT', headers: { accept: 'image/png' } }],
    [415, 'a form', { method: 'POST', headers: { ...stream, 'content-type': 'text/plain' }, body }],
    [415, 'nothing at all', { method: 'POST', headers: stream }],
  ])('%i: %s', async (status, _name, init) => {
    const { url } = await serve(createFakeApp());
    const response = await fetch(`${url}/graphql/stream`, init);
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status,
      errors: [{ message: said, extensions: { code: 'BAD_INPUT', remedy: said } }],
    });
    if (status === 405) expect(response.headers.get('allow')).toBe('GET, POST, PUT, DELETE');
  });

  test('an operation of a shared stream, and a second connection to it', async () => {
    const { url } = await serve(createFakeApp());
    const at = `${url}/graphql/stream`;
    const token = await (await fetch(at, { method: 'PUT', headers: { accept: 'text/html, text/*;q=0.5' } })).text();
    const mine = { 'x-graphql-event-stream-token': token };
    const open = await fetch(at, { headers: { ...mine, ...stream } });
    expect(open.status).toBe(200);
    const operation = JSON.stringify({ query: '{ __typename }', extensions: { operationId: '1' } });
    const picture = { ...mine, ...json, accept: 'image/png' };
    const refused = await fetch(at, { method: 'POST', headers: picture, body: operation });
    expect([refused.status, await refused.json()]).toMatchObject([
      406,
      { errors: [{ extensions: { code: 'BAD_INPUT' } }] },
    ]);
    const second = await fetch(at, { headers: { ...mine, ...stream } });
    expect([second.status, await second.json()]).toMatchObject([
      409,
      { errors: [{ extensions: { code: 'BAD_INPUT' } }] },
    ]);
    // The first goes on.
    const accepted = { ...mine, ...json, accept: 'application/json, */*' };
    expect((await fetch(at, { method: 'POST', headers: accepted, body: operation })).status).toBe(202);
    await open.body?.cancel();
  });
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
    expect(names(streamed)).toEqual(['PLANNED', 'RETRIEVED', 'REFLECTED', 'AskFinished']);
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
    expect(names(await collect(client, events('answer')))).toContain('AskFinished');
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
    expect(names(await collect(client, events('answer')))).toContain('AskFinished');
  });
});
