import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { createFakeApp, readerKey, workspaceId } from '../support/fakeApp.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { loopNow } from '../support/clocks.ts';
import { serve, until } from '../support/testServer.ts';

describe.each([
  ['graphql-ws', overSocket],
  ['graphql-sse', overStream],
])('%s', (_name, open) => {
  const forever =
    'subscription { askEvents(input: { question: "hang" }) { __typename ... on AskFailed { code message remedy } } }';

  test('a subscription ends within two seconds of its key, with what became of it', async () => {
    const app = createFakeApp({ auth: 'keys' });
    const { url } = await serve(app);
    const ticket = open({ url, authorization: `Bearer ${readerKey}` }, forever);
    await until(() => ticket.received.length === 1);
    await app.keys.revoke(workspaceId, 'k1');
    const revoked = loopNow();
    const results = await ticket.results;
    expect(loopNow() - revoked).toBeLessThan(2_000);
    expect(results.at(-1)?.data?.['askEvents']).toMatchObject({ __typename: 'AskFailed', code: 'UNAUTHENTICATED' });
    await until(() => app.seen.aborts.length === 1);
  });

  test('a subscription ends when its key opens less than it did, and not before', async () => {
    const app = createFakeApp({ auth: 'keys' });
    const { authenticate } = app.keys;
    const groups: { now: readonly string[] | null } = { now: ['a'] };
    const asNow: App['keys']['authenticate'] = async (secret) => ({
      ...(await authenticate(secret)),
      accessGroups: groups.now,
    });
    const { url } = await serve({ ...app, keys: { ...app.keys, authenticate: asNow } });
    const ticket = open({ url, authorization: `Bearer ${readerKey}` }, forever);
    await until(() => ticket.received.length === 1);
    await wait(1_200);
    expect(app.seen.aborts).toHaveLength(0);
    groups.now = [];
    const results = await ticket.results;
    expect(results.at(-1)?.data?.['askEvents']).toMatchObject({ __typename: 'AskFailed', code: 'UNAUTHENTICATED' });
  });
});
