import { describe, expect, test } from 'vitest';
import { createFakeApp, otherKey, otherWorkspaceId, readerKey, workspaceId } from '../support/fakeApp.ts';
import { type Connection, overSocket, overStream } from '../support/clients.ts';
import { post, serve } from '../support/testServer.ts';

const whoami = '{ workspace { id role } }';

const doors = {
  http: async ({ url, authorization, headers }: Connection) => {
    const { status, body } = await post(url, whoami, {
      headers: { ...headers, ...(authorization ? { authorization } : {}) },
    });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.data;
  },
  socket: async (connection: Connection) => (await overSocket(connection, whoami).results)[0]?.data,
  stream: async (connection: Connection) => (await overStream(connection, whoami).results)[0]?.data,
};

describe.each(Object.entries(doors))('%s', (_name, door) => {
  test('local mode needs no key and is ADMIN of the configured workspace', async () => {
    const { url } = await serve(createFakeApp());
    expect(await door({ url })).toEqual({ workspace: { id: workspaceId, role: 'ADMIN' } });
  });

  test('keys mode uses the workspace and the role of the key', async () => {
    const { url } = await serve(createFakeApp({ auth: 'keys' }));
    expect(await door({ url, authorization: `Bearer ${readerKey}` })).toEqual({
      workspace: { id: workspaceId, role: 'READER' },
    });
    expect(await door({ url, authorization: `Bearer ${otherKey}` })).toEqual({
      workspace: { id: otherWorkspaceId, role: 'ADMIN' },
    });
  });

  test.each([
    ['no key', undefined],
    ['an unknown key', 'Bearer ck_unknown'],
    ['another scheme', `Basic ${readerKey}`],
  ])('keys mode refuses %s', async (_case, authorization) => {
    const app = createFakeApp({ auth: 'keys' });
    const { url } = await serve(app);
    await expect(door({ url, ...(authorization ? { authorization } : {}) })).rejects.toThrow(/401|4401/);
    expect(app.seen.calls).toEqual([]);
  });

  test('local mode refuses a page of another site, and a rebound name', async () => {
    const { url } = await serve(createFakeApp());
    await expect(door({ url, headers: { origin: 'https://evil.example' } })).rejects.toThrow('403');
    await expect(door({ url, headers: { origin: 'null' } })).rejects.toThrow('403');
    expect(await door({ url, headers: { origin: url } })).toEqual({ workspace: { id: workspaceId, role: 'ADMIN' } });
  });
});

test('keys mode answers 401 in GraphQL form with the scheme, before it reads the body', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  const { status, headers, body } = await post(url, 'x'.repeat(13_000_000));
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(body.errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
});

test('a key that is revoked stops working on an open socket', async () => {
  const app = createFakeApp({ auth: 'keys' });
  const { url } = await serve(app);
  const { createClient } = await import('graphql-ws');
  const { default: WebSocket } = await import('ws');
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    lazy: false,
    connectionParams: { authorization: `Bearer ${readerKey}` },
  });
  const ask = async () => (await client.iterate({ query: whoami }).next()).value as unknown;
  expect(await ask()).toMatchObject({ data: { workspace: { role: 'READER' } } });
  await app.keys.revoke(workspaceId, 'k1');
  await expect(ask()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  await client.dispose();
});

test('a READER may not change knowledge', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  const { body } = await post(
    url,
    'mutation { ingestDocuments(input: { documents: [{ key: "k", content: { text: "t" } }] }) { results { status } } }',
    { headers: { authorization: `Bearer ${readerKey}` } },
  );
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
});
