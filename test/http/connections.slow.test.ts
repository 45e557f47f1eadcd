import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { App } from '../../src/app/app.ts';
import type { ConnectionConfig } from '../../src/config/limits.ts';
import { loadConfig } from '../../src/config/config.ts';
import { type ConnectionPatience, usualPatience } from '../../src/http/connections.ts';
import { startServer } from '../../src/http/server.ts';
import { loopNow } from '../support/clocks.ts';
import { overStream } from '../support/clients.ts';
import { versionOf } from '../support/fake/stored.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { post, until } from '../support/testServer.ts';

/** The limits of the real server, a fortieth as long, so that a test sees them pass. */
const hasty = { ...usualPatience, headers: 400, keepAlive: 300, transfer: 600, linger: 300, refused: 200, check: 50 };
/** What a busy machine may add to a limit. */
const slackMillis = 2_000;

/** What tests leave open until the last of them is through: those that only wait for a limit wait at the same time, each at a server of its own. */
const closings: (() => unknown)[] = [];
const atEnd = (close: () => unknown) => closings.push(close);
afterAll(() => Promise.all(closings.map((close) => close())));

async function serveHastily(
  app: App,
  connections: Partial<ConnectionConfig> = {},
  patience: ConnectionPatience = hasty,
): Promise<string> {
  const config = { ...app.config, connections: { ...app.config.connections, ...connections } };
  const server = await startServer(app, config, patience);
  atEnd(() => server.close());
  return server.url;
}

interface Line {
  readonly socket: Socket;
  /** Everything the server said until it closed the connection, and when that was. */
  readonly closed: Promise<{ readonly said: string; readonly millis: number }>;
}

async function dial(url: string, localAddress = '127.0.0.1'): Promise<Line> {
  const { hostname, port } = new URL(url);
  // Half open, as who will not let go is.
  const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true });
  atEnd(() => void socket.destroy());
  const began = loopNow();
  // A connection that is cut while bytes are on their way ends with a reset.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let said = '';
  // What was said before a reset counts.
  socket.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const closed = ended(socket).then(() => ({ said, millis: loopNow() - began }));
  return { socket, closed };
}

/** By the server's end or reset, whichever comes. */
const ended = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', () => {
      resolve();
    });
  });

/** Sends `head`, then a byte every 20 ms for as long as it can. */
async function trickle({ socket }: Line, head: string): Promise<void> {
  socket.write(head);
  while (socket.writable && !socket.readableEnded) {
    socket.write('a');
    await wait(20);
  }
}

const head = (path: string, more = '', method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Length: 10000\r\n\r\n`;
const json = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
const form = 'Content-Type: multipart/form-data; boundary=b\r\nX-Requested-With: curl\r\n';
const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

const typed = (said: string) => {
  const body = JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4)) as {
    readonly errors: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[];
  };
  return { status: Number(said.split(' ')[1]), message: body.errors[0]?.message, ...body.errors[0]?.extensions };
};

describe.concurrent('who says nothing, or too slowly', () => {
  test.each([
    ['a connection without a word', ''],
    ['headers that trickle', 'POST /graphql HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ])('%s', async (_name, start) => {
    const url = await serveHastily(createFakeApp());
    const line = await dial(url);
    if (start !== '') void trickle(line, start);
    const { said, millis } = await line.closed;
    expect(typed(said)).toMatchObject({ status: 408, code: 'TIMEOUT', remedy: expect.any(String) as unknown });
    expect(millis).toBeLessThan(hasty.headers + slackMillis);
    await until(() => line.socket.destroyed || line.socket.readableEnded);
  });

  test.each([
    ['of a GraphQL request', head('/graphql', json)],
    ['of an event stream', head('/graphql/stream', json)],
    ['of an assistant', head('/mcp', json)],
    ['of an upload', `${head('/uploads', form)}${file}`],
    ['in chunks', head('/graphql', json).replace('Content-Length: 10000', 'Transfer-Encoding: chunked')],
  ])('a body that trickles: %s', async (_name, start) => {
    const url = await serveHastily(createFakeApp());
    const line = await dial(url);
    if (start.includes('chunked')) line.socket.write(start + '1\r\na\r\n');
    else void trickle(line, start);
    const { said, millis } = await line.closed;
    expect(typed(said)).toMatchObject({ status: 408, code: 'TIMEOUT', details: { bytesPerSecond: 8192 } });
    expect(millis).toBeLessThan(hasty.transfer + slackMillis);
  });

  test('a body that trickles behind a refusal', async () => {
    const url = await serveHastily(createFakeApp({ auth: 'keys' }));
    const line = await dial(url);
    void trickle(line, head('/graphql', json));
    const { said, millis } = await line.closed;
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
    expect(millis).toBeLessThan(hasty.linger + slackMillis);
  });

  test('a connection between two requests', async () => {
    const url = await serveHastily(createFakeApp());
    const line = await dial(url);
    line.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const { said, millis } = await line.closed;
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    // Node waits a second longer than it tells its clients.
    expect(millis).toBeLessThan(hasty.keepAlive + 1_000 + slackMillis);
  });

  test.each([
    ['is cut', 100_000_000, false],
    ['has as long as its size takes', 8_192, true],
  ])('a response that nobody reads %s', async (_name, bytesPerSecond, isWhole) => {
    const fake = createFakeApp();
    const long = 'x'.repeat(4_900_000);
    let isAsked = false;
    const knowledge = {
      ...fake.knowledge,
      versionsOf: (...[, ids]: Parameters<typeof fake.knowledge.versionsOf>) => {
        isAsked = true;
        return Promise.resolve(ids.map((id) => [{ ...versionOf(`${id}-v1`), text: long }]));
      },
    };
    const url = await serveHastily({ ...fake, knowledge }, {}, { ...hasty, bytesPerSecond });
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) }).pause();
    atEnd(() => void socket.destroy());
    socket.on('error', () => undefined);
    const query = JSON.stringify({ query: '{ document(id: "d1") { versions { nodes { a: text b: text } } } }' });
    socket.write(head('/graphql', `${json}Connection: close\r\n`).replace('10000', String(query.length)) + query);
    await until(() => isAsked);
    await wait(hasty.transfer + 1_500);
    let size = 0;
    socket.on('data', (bytes: Buffer) => (size += bytes.length)).resume();
    await ended(socket);
    expect(size).toBeGreaterThan(1_000);
    expect(size > 2 * long.length).toBe(isWhole);
  });

  test('an upgrade that is refused holds nothing', async () => {
    const url = await serveHastily(createFakeApp());
    const line = await dial(url);
    line.socket.write(
      'GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    const { said } = await line.closed;
    expect(typed(said)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('what is slow for a good reason is not cut', () => {
  test('a body that keeps up', async () => {
    const url = await serveHastily(createFakeApp(), {}, { ...hasty, bytesPerSecond: 100 });
    const { socket, closed } = await dial(url);
    const query = JSON.stringify({ query: '{ workspace { id } }', variables: { pad: 'x'.repeat(600) } });
    socket.write(head('/graphql', `${json}Connection: close\r\n`).replace('10000', String(query.length)));
    // Three times as long as a pause may be, at about 300 bytes a second.
    for (let at = 0; at < query.length; at += 30) {
      socket.write(query.slice(at, at + 30));
      await wait(80);
    }
    expect((await closed).said).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('an upload that the server takes its time to read', async () => {
    const fake = createFakeApp();
    const transfer = 1_000;
    let size = 0;
    const upload: App['jobs']['upload'] = async (...given) => {
      await wait(2 * transfer);
      for await (const { content } of given[1]) for await (const chunk of content) size += chunk.length;
      return fake.jobs.upload(...given);
    };
    const url = await serveHastily({ ...fake, jobs: { ...fake.jobs, upload } }, {}, { ...hasty, transfer });
    const headers = { 'x-requested-with': 'test', 'content-type': 'multipart/form-data; boundary=b' };
    const body = `${file}${'x'.repeat(8_000_000)}\r\n--b--\r\n`;
    const reply = await fetch(`${url}/uploads`, { method: 'POST', headers, body });
    expect([reply.status, size]).toEqual([202, 8_000_000]);
  });

  test('a question that takes longer than any pause', async () => {
    const app = createFakeApp();
    const url = await serveHastily(app);
    const leave = new AbortController();
    const reply = post(url, '{ ask(input: { question: "hang" }) { __typename } }', { signal: leave.signal });
    const outcome = reply.then(
      () => 'answered',
      () => 'left',
    );
    await until(() => app.seen.calls.includes('ask'));
    expect(await Promise.race([outcome, wait(3 * hasty.transfer, 'open')])).toBe('open');
    leave.abort();
    expect(await outcome).toBe('left');
  });
});

describe.concurrent('what is open and asks nothing', () => {
  const idleMillis = 400;
  const open = async (url: string) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    atEnd(() => {
      socket.terminate();
    });
    const closed = once(socket, 'close') as Promise<[number, Buffer]>;
    await once(socket, 'open');
    return { socket, closed };
  };
  const hello = async (socket: WebSocket) => {
    const acknowledged = once(socket, 'message');
    socket.send('{"type":"connection_init"}');
    await acknowledged;
  };

  test('a WebSocket, however it pings', async () => {
    const url = await serveHastily(createFakeApp(), { idleMillis });
    const { socket, closed } = await open(url);
    await hello(socket);
    const pings = setInterval(() => {
      socket.send('{"type":"ping"}');
    }, 50);
    atEnd(() => {
      clearInterval(pings);
    });
    const [code, reason] = await closed;
    expect([code, reason.toString()]).toEqual([1000, 'Nothing was asked for a while.']);
  });

  test('a WebSocket that never says who it is', async () => {
    const url = await serveHastily(createFakeApp());
    const { closed } = await open(url);
    expect((await closed)[0]).toBe(4408);
  });

  test('a WebSocket with an operation at work stays open', async () => {
    const app = createFakeApp();
    const url = await serveHastily(app, { idleMillis });
    const { socket, closed } = await open(url);
    await hello(socket);
    const query = 'subscription { askEvents(input: { question: "hang" }) { __typename } }';
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    await until(() => app.seen.calls.includes('ask'));
    expect(await Promise.race([closed, wait(3 * idleMillis, 'open')])).toBe('open');
    socket.send('{"id":"1","type":"complete"}');
    expect((await closed)[0]).toBe(1000);
  });

  test('a shared event stream', async () => {
    const url = await serveHastily(createFakeApp(), { idleMillis });
    const token = await (await fetch(`${url}/graphql/stream`, { method: 'PUT' })).text();
    const headers = { accept: 'text/event-stream', 'x-graphql-event-stream-token': token };
    const stream = await fetch(`${url}/graphql/stream`, { headers });
    expect(stream.status).toBe(200);
    // Ends as a stream does, without a fault of the network.
    await stream.text();
    const after = await fetch(`${url}/graphql/stream`, { headers });
    expect(after.status).toBe(404);
  });
});

describe('how many may be open', () => {
  const hang = 'subscription { askEvents(input: { question: "hang" }) { __typename } }';
  const admission = { ...loadConfig({}).admission, atOnce: 100, perWorkspace: 100 };
  const asked = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

  test('a connection too many makes the one close that has been silent for longest', async () => {
    const url = await serveHastily(createFakeApp(), { total: 3, perAddress: 3 });
    const silent = [await dial(url), await dial(url), await dial(url)];
    const fourth = await dial(url);
    expect((await silent[0]?.closed)?.millis).toBeLessThan(hasty.headers);
    fourth.socket.write(asked);
    expect((await fourth.closed).said).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('where all are at work, it is told so, probes are answered, and the next finds room', async () => {
    const app = createFakeApp({ admission });
    const url = await serveHastily(app, { total: 2, perAddress: 2 });
    const held = [overStream({ url }, hang), overStream({ url }, hang)];
    await until(() => held.every(({ received }) => received.length === 1));
    const refused = await dial(url);
    refused.socket.write(asked.replace('/healthz', '/graphql?query=%7B__typename%7D'));
    const { said } = await refused.closed;
    expect(typed(said)).toMatchObject({ status: 503, code: 'OVERLOADED', details: { limit: 'CONNECTIONS' } });
    expect(said).toMatch(/Retry-After: 1\r\n/);
    const probe = await dial(url);
    probe.socket.write(asked);
    expect((await probe.closed).said).toMatch(/^HTTP\/1\.1 200 /);
    const silent = await dial(url);
    expect((await silent.closed).said).toBe('');
    held[0]?.leave();
    await until(() => app.seen.aborts.length === 1);
    await expect.poll(async () => (await post(url, '{ __typename }').catch(() => ({ status: 0 }))).status).toBe(200);
  });

  test('one address does not take the place of another', async () => {
    const app = createFakeApp({ admission });
    const url = await serveHastily(app, { total: 4, perAddress: 2 });
    const crowd = [overStream({ url }, hang), overStream({ url }, hang)];
    await until(() => crowd.every(({ received }) => received.length === 1));
    const third = await dial(url);
    third.socket.write(asked.replace('/healthz', '/'));
    expect((await third.closed).said).toMatch(/^HTTP\/1\.1 503 /);
    const other = await dial(url, '127.0.0.2');
    other.socket.write(asked.replace('/healthz', '/graphql?query=%7B__typename%7D'));
    expect((await other.closed).said).toMatch(/^HTTP\/1\.1 (?:200|400) /);
  });

  test('a WebSocket too many is refused with the same words', async () => {
    const app = createFakeApp({ admission });
    const url = await serveHastily(app, { total: 1, perAddress: 1 });
    const held = overStream({ url }, hang);
    await until(() => held.received.length === 1);
    const line = await dial(url);
    line.socket.write(
      'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n',
    );
    expect(typed((await line.closed).said)).toMatchObject({ status: 503, code: 'OVERLOADED' });
  });
});

test('without settings 1,000 may be open, half of them of one address', () => {
  expect(loadConfig({}).connections).toEqual({ total: 1_000, perAddress: 500, idleMillis: 600_000, drainMillis: 0 });
  expect(loadConfig({ CANDOR_LIMITS: '{"connections":10,"connectionsPerAddress":40}' }).connections).toMatchObject({
    perAddress: 10,
  });
  expect(() => loadConfig({ CANDOR_LIMITS: '{"connections":0,"idleSeconds":"never"}' })).toThrow(
    /CANDOR_LIMITS: connections .*idleSeconds /,
  );
});
