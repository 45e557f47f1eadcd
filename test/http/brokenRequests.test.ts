import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
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
