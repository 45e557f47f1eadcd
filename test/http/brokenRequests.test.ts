import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { post, serve } from '../support/testServer.ts';

/** Sends a request, and cuts the connection as a crash or a hostile client does: without a word. */
async function reset(url: string, lines: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, () => socket.resetAndDestroy());
  await once(socket, 'close');
}

const upgrade = (path: string, host = 'localhost') => [
  `GET ${path} HTTP/1.1`,
  `Host: ${host}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
];

const upgrades = {
  'to another path': upgrade('/elsewhere'),
  'of a page of another site': upgrade('/graphql', 'evil.example'),
  'without a key of its own': upgrade('/graphql'),
  complete: [
    ...upgrade('/graphql'),
    'Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
  ],
};

test('the server outlives upgrades that are reset, whoever sends them', async () => {
  const { url } = await serve(createFakeApp());
  // Whether the reset comes before the answer is the system's to say: among 20 some do. An error that nobody hears fails the run.
  for (const lines of Object.values(upgrades)) await Promise.all(Array.from({ length: 20 }, () => reset(url, lines)));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('an address that is not UTF-8 is the fault of its sender', async () => {
  const { url } = await serve(createFakeApp());
  for (const path of ['/runs/%E0%A4%A', '/documents/%ff', '/quality/%c0%af']) {
    const response = await fetch(`${url}${path}`);
    expect({ path, status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'BAD_INPUT', remedy: expect.stringContaining('Encode') as unknown } }] },
    });
  }
});

test('a body that is not compressed as it says is the fault of its sender', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  for (const encoding of ['gzip', 'br', 'deflate']) {
    const { status, body } = await post(url, '{ workspace { id } }', {
      headers: { authorization: `Bearer ${readerKey}`, 'content-encoding': encoding },
    });
    expect({ encoding, status, extensions: body.errors?.[0]?.extensions }).toMatchObject({
      status: 400,
      extensions: { code: 'BAD_INPUT' },
    });
  }
});

/** What the server answers to these bytes, sent in as many pieces, until it closes the connection. */
async function answerTo(url: string, ...pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const answer = text(socket);
  for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
  return answer;
}

/** As Java's client makes it with its first request to a host. */
const offer =
  'Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n';
const body = '{"query":"{ workspace { name } }"}';
const asked = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${readerKey}\r\nContent-Type: application/json\r\n${headers}`;
const length = `Content-Length: ${body.length}\r\n\r\n`;

test.each([
  ['with its body', [asked('/graphql', offer) + length + body]],
  ['before its body', [asked('/graphql', offer) + length, body]],
  ['byte by byte', Array.from(asked('/graphql', offer) + length + body)],
  ['in chunks', [`${asked('/graphql', offer)}Transfer-Encoding: chunked\r\n\r\n22\r\n${body}\r\n0\r\n\r\n`]],
  ['beside other offers', [asked('/graphql', offer.replace('h2c', 'TLS/1.0, h2c')) + length + body]],
])('an offer of HTTP/2 is passed over: %s', async (_name, pieces) => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  const answer = await answerTo(url, ...pieces);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"workspace"');
});

test('an offer of HTTP/2 is passed over each time that a client makes it on one connection', async () => {
  const { url } = await serve(createFakeApp());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ports = new Set<number | undefined>();
  for (let number = 0; number < 3; number += 1) {
    const sent = request(`${url}/healthz`, {
      agent,
      headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' },
    });
    const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
    expect(await text(response)).toBe('{"status":"ok"}');
    ports.add(sent.socket?.localPort);
  }
  expect(ports.size).toBe(1);
});

test('an offer of another protocol opens nothing that is closed', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  const stranger = asked('/graphql', offer).replace(readerKey, 'ck_of_nobody') + length + body;
  expect(await answerTo(url, stranger)).toMatch(/^HTTP\/1\.1 401 /);
  const twoLengths = asked('/graphql', `${offer}Transfer-Encoding: chunked\r\n`) + length + body;
  expect(await answerTo(url, twoLengths)).toMatch(/^HTTP\/1\.1 400 /);
});
