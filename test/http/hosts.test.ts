import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startServer } from '../../src/http/server.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { serve } from '../support/testServer.ts';

/** fetch sets Host by itself. */
function statusWithHost(url: string, path: string, host: string, upgrade = false): Promise<number> {
  const headers = {
    host,
    ...(upgrade
      ? {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
          'sec-websocket-version': '13',
        }
      : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject).end();
  });
}

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'])(
  'local mode refuses the Host "%s" on every page and door',
  async (host) => {
    const { url } = await serve(createFakeApp());
    for (const path of ['/', '/graphql?query={__typename}', '/graphiql', '/graphql/stream'])
      expect(await statusWithHost(url, path, host), path).toBe(403);
    expect(await statusWithHost(url, '/graphql', host, true)).toBe(403);
    expect(await statusWithHost(url, '/healthz', host)).toBe(200);
  },
);

test.each(['localhost', 'localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'LOCALHOST'])(
  'local mode takes the Host "%s"',
  async (host) => {
    const { url } = await serve(createFakeApp());
    // 503 until the page has been built.
    expect([200, 503]).toContain(await statusWithHost(url, '/', host));
    expect(await statusWithHost(url, '/graphql', host, true)).toBe(101);
  },
);

test('keys mode takes any Host: the key is the fence', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  expect([200, 503]).toContain(await statusWithHost(url, '/', 'answers.example'));
});

test('an upgrade at another path is refused', async () => {
  const { url } = await serve(createFakeApp());
  expect(await statusWithHost(url, '/other', 'localhost', true)).toBe(404);
});

test('local mode never listens beyond this machine', async () => {
  const app = createFakeApp({ host: '0.0.0.0' });
  await expect(startServer(app, app.config)).rejects.toMatchObject({
    code: 'BAD_CONFIG',
    message: expect.stringContaining('HOST') as unknown,
  });
});

test('a port in use is a BAD_CONFIG that names PORT', async () => {
  const { url } = await serve(createFakeApp());
  const app = createFakeApp({ port: Number(new URL(url).port) });
  await expect(startServer(app, app.config)).rejects.toMatchObject({
    code: 'BAD_CONFIG',
    message: expect.stringContaining('PORT') as unknown,
  });
});
