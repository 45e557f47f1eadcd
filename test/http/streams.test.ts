import { describe, expect, test } from 'vitest';
import { createFakeApp } from '../support/fakeApp.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { post, serve, until } from '../support/testServer.ts';
import { loopNow } from '../support/clocks.ts';

const events = (question: string) => `subscription { askEvents(input: { question: "${question}" }) { __typename ... on Failed { code } } }`;
const hanging = '{ ask(input: { question: "hang" }) { __typename } }';
const names = (results: readonly { data?: Readonly<Record<string, unknown>> | null | undefined }[]) => results.map(({ data }) => (data?.['askEvents'] as { __typename: string }).__typename);

describe.each([['graphql-ws', overSocket], ['graphql-sse', overStream]])('%s', (_name, open) => {
  test('gives every event in order and completes', async () => {
    const { url } = await serve(createFakeApp());
    expect(names(await open({ url }, events('answer')).results)).toEqual(['Planned', 'Retrieved', 'Reflected', 'Finished']);
  });

  test('gives what is provisional before it is written', async () => {
    const { url } = await serve(createFakeApp());
    expect(names(await open({ url }, events('draft')).results)).toEqual(['Planned', 'Retrieved', 'Reflected', 'Provisional', 'Writing', 'Finished']);
  });

  test('ends with Failed on a fault, without an error of the transport', async () => {
    const { url } = await serve(createFakeApp());
    expect((await open({ url }, events('midway')).results).at(-1)?.data).toEqual({ askEvents: { __typename: 'Failed', code: 'INTERNAL' } });
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

test('graphql-sse has no single-connection mode', async () => {
  const { url } = await serve(createFakeApp());
  expect((await fetch(`${url}/graphql/stream`, { method: 'PUT' })).status).toBe(405);
  expect((await fetch(`${url}/graphql/stream`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{__typename}"}' })).status).toBe(406);
});
