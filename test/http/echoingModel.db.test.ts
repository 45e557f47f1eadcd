import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, type App } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newId } from '../../src/db/statement.ts';
import { createLog } from '../../src/log.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestDatabase } from '../support/database.ts';
import { startOpenaiServer, type OpenaiServer } from '../support/openaiServer.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { openTestReader } from '../support/testReader.ts';
import { post, serve } from '../support/testServer.ts';

const key = 'sk-key-of-the-echo-0123456789';
const text = 'A cargo bike is free for 36 hours. After that each hour costs four euros.';
const lines: string[] = [];
let server: OpenaiServer;
let app: App;
let status = 400;

beforeAll(async () => {
  server = await startOpenaiServer({
    chat: (call) => ({
      status,
      message: `cannot take: ${call.messages.map(({ content }) => content).join(' ')} from ${server.url} with ${key}`,
    }),
  });
  const { database } = await openTestDatabase();
  const config = {
    ...loadConfig({ CHAT: 'openai', CHAT_MODEL: 'echo', CHAT_URL: server.url, CHAT_API_KEY: key }),
    auth: 'local' as const,
    dataFolder: inMemory,
    port: 0,
    workspaceId: newId(),
  };
  app = await openApp(config, {
    log: createLog('warn', (line) => lines.push(line), [key]),
    opened: { database, embedder: await openTestEmbedder(), reader: await openTestReader() },
  });
  const caller: Caller = { workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(config.workspaceId, 'echo');
  await app.ingest(caller, [{ key: 'bikes.md', format: 'MARKDOWN', text: `# Cargo bikes\n\n${text}` }]);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

test.each([400, 401, 500])(
  'attack 13: a model that answers %i and echoes its prompt tells the reader neither address nor prompt; the log has the address without the key',
  async (answered) => {
    status = answered;
    lines.length = 0;
    const { url } = await serve(app);
    const query =
      '{ ask(input: { question: "For how long is a cargo bike free?" }) { __typename ... on Outcome { degraded { part message } run { trace } } } }';
    const { body } = await post(url, query);
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    const degraded =
      (body.data?.['ask'] as { degraded: readonly { part: string; message: string }[] } | undefined)?.degraded ?? [];
    expect(degraded.map(({ part }) => part)).toContain('CHAT_MODEL');
    const told = JSON.stringify(degraded);
    expect(told).not.toMatch(/127\.0\.0\.1|cannot take|cargo bike|passage|sk-/i);
    expect(JSON.stringify(body)).not.toContain(new URL(server.url).host);
    expect(lines.join('')).toContain(new URL(server.url).host);
    expect(lines.join('')).not.toContain(key);
  },
);

test('attack 13: NUL in a filter is BAD_INPUT', async () => {
  const { url } = await serve(app);
  const query = 'query ($contains: String!) { documents(first: 5, filter: { contains: $contains }) { totalCount } }';
  expect((await post(url, query, { variables: { contains: 'a\0b' } })).body.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_INPUT',
  });
  const filtered = 'query ($tag: String!) { search(input: { query: "bike", filter: { tags: [$tag] } }) { tier } }';
  expect((await post(url, filtered, { variables: { tag: 'a\0b' } })).body.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_INPUT',
  });
});
