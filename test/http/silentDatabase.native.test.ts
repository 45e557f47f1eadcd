import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import '../setup/provided.ts';
import type { App } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newId } from '../../src/db/statement.ts';
import { loopNow } from '../support/clocks.ts';
import { openTestApp } from '../support/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/nativePostgres.ts';
import { type OpenaiServer, startOpenaiServer } from '../support/openaiServer.ts';
import { type SilentProxy, startSilentProxy } from '../support/silentProxy.ts';
import { post, serve } from '../support/testServer.ts';

/** What docs/operations.md promises beyond the budget. */
const graceMillis = 250;

let database: TestDatabase;
let proxy: SilentProxy;
let chat: OpenaiServer;
let app: App;
let close: () => Promise<void>;
let url: string;
let secret: string;
/** What the chat model does to the database while a question waits for it. */
let whileWriting = (): void => undefined;

beforeEach(async () => {
  database = await createTestDatabase(inject('databaseUrl') ?? '');
  proxy = await startSilentProxy(database.url);
  chat = await startOpenaiServer({
    chat: () => {
      whileWriting();
      return { json: { sentences: [], claims: [], missing: null } };
    },
  });
  whileWriting = () => undefined;
  const { models } = loadConfig({});
  const workspaceId = newId();
  const opened = await openTestApp(
    {
      workspaceId,
      port: 0,
      auth: 'keys',
      audit: { isOn: true, texts: true },
      models: { ...models, chat: 'openai', chatModel: 'test', chatUrl: chat.url, chatApiKey: 'k' },
    },
    { database: await openDatabase({ databaseUrl: proxy.url, dataFolder: inMemory }), url: proxy.url },
  );
  ({ app, close } = opened);
  await app.workspaces.ensure(workspaceId, 'silent');
  const caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  await app.ingest(caller, [
    { key: 'labels.md', text: '# Labels\n\nA label can be voided within 30 days of its purchase.', format: 'MARKDOWN' },
  ]);
  ({ secret } = await app.keys.create(workspaceId, 'asker', 'ADMIN'));
  // With a limit, so that each question reserves tokens before and settles them after.
  await app.identity.setAllowance(caller, { period: 'DAY', maxAsks: 1_000, maxTokens: 1_000_000 });
  ({ url } = await serve(app));
});
afterEach(async () => {
  proxy.flow();
  await close();
  await proxy.close();
  await chat.close();
  await database.drop();
});

async function ask(maxMillis: number) {
  const began = loopNow();
  const { body } = await post(
    url,
    `{ ask(input: { question: "How long can I void a label?", budget: { maxMillis: ${maxMillis} } }) { __typename ... on Outcome { tier degraded { part } } } }`,
    { headers: { authorization: `Bearer ${secret}` } },
  );
  return { body, code: body.errors?.[0]?.extensions['code'], millis: loopNow() - began };
}

it('a question whose database hangs before it, at its start or while the model writes ends in time, and typed', async () => {
  expect((await ask(20_000)).body).toMatchObject({ data: { ask: { __typename: expect.any(String) as unknown } } });

  // Meanwhile: the model is asked when the evidence is there, and then the run, the audit and the tokens are written.
  whileWriting = () => proxy.fallSilent();
  const midway = await ask(3_000);
  expect(midway.millis).toBeLessThan(3_000 + graceMillis);
  expect(midway.code ?? 'DATABASE_UNREACHABLE').toBe('DATABASE_UNREACHABLE');
  proxy.flow();
  whileWriting = () => undefined;
  await expect.poll(async () => (await ask(20_000)).code, { timeout: 20_000 }).toBeUndefined();

  // Before: the key is checked first, which takes 5 s at most.
  proxy.fallSilent();
  const before = await ask(8_000);
  expect(before.millis).toBeLessThan(8_000 + graceMillis);
  expect(before.code).toBe('DATABASE_UNREACHABLE');
});

it('documents that meet a hung database are told soon, each with what became of it', async () => {
  const documents = Array.from({ length: 40 }, (_, index) => ({
    key: `note-${index}.md`,
    text: `# Note ${index}\n\nParcel ${index} weighs ${index + 1} kilograms.`,
    format: 'MARKDOWN' as const,
  }));
  const caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  const silentAt: number[] = [];
  const { results, createdCount } = await app.ingest(caller, documents, {
    isAwaited: true,
    onProgress: ({ done }) => {
      if (done !== 16) return;
      proxy.fallSilent();
      silentAt.push(loopNow());
    },
  });
  // 3 s of silence, and 5 in which the server is asked about it.
  expect(loopNow() - (silentAt[0] ?? 0)).toBeLessThan(9_500);
  expect(results).toHaveLength(40);
  expect(createdCount).toBe(16);
  for (const { status, error } of results.slice(16)) {
    expect(status).toBe('FAILED');
    expect(error).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      remedy: expect.stringMatching(/^Send it again/) as unknown,
    });
  }
  proxy.flow();
  const again = () => app.ingest(caller, documents, { isAwaited: true }).catch(() => ({ failedCount: 40 }));
  await expect.poll(async () => (await again()).failedCount, { timeout: 30_000 }).toBe(0);
});
