import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApp, type App } from '../../src/app/app.ts';
import { runCli } from '../../src/cli/runCli.ts';
import { loadConfig } from '../../src/config/config.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newId } from '../../src/db/statement.ts';
import { silentLog } from '../../src/log.ts';
import { createTerminal } from '../support/cliApp.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { startOpenaiServer, type OpenaiServer } from '../support/openaiServer.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { serve, until } from '../support/testServer.ts';

const question = 'For how long is a cargo bike free?';
const first = 'A cargo bike is free for 36 hours.';
const second = 'After that each hour costs four euros.';
let server: OpenaiServer;
let app: App;
/** Lets the model go on behind its first claim. */
let goOn = () => {};

beforeAll(async () => {
  server = await startOpenaiServer({
    chat: () => ({
      steps: [
        `{"sentences":[1,2],"claims":[{"text":"${first}","sentences":[1]},`,
        new Promise<void>((resolve) => (goOn = resolve)),
        `{"text":"${second}","sentences":[2]}],"missing":null}`,
      ],
    }),
  });
  const { database } = await openTestDatabase();
  const config = {
    ...loadConfig({
      CHAT: 'openai',
      CHAT_MODEL: 'test',
      CHAT_URL: server.url,
      CHAT_API_KEY: 'k',
      READER: 'none',
    }),
    auth: 'local' as const,
    dataFolder: inMemory,
    port: 0,
    workspaceId: newId(),
  };
  app = await openApp(config, { log: silentLog, opened: { database, embedder: await openTestEmbedder() } });
  await app.workspaces.ensure(config.workspaceId, 'streams');
  await app.ingest({ workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null }, [
    { key: 'bikes.md', format: 'MARKDOWN', text: `# Cargo bikes\n\n${first} ${second}` },
  ]);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

interface Told {
  readonly __typename: string;
  readonly text?: string;
  readonly claim?: { readonly text: string };
  readonly outcome?: { readonly text: string };
}

describe.each([
  ['graphql-ws', overSocket],
  ['graphql-sse', overStream],
])('over %s', (_name, open) => {
  test('a front end reads what is provisional and the first claim while the model still writes, and takes nothing back', async () => {
    const { url } = await serve(app);
    const { received, results } = open(
      { url },
      `subscription { askEvents(input: { question: "${question}" }) { __typename ... on Provisional { text } ... on ClaimVerified { claim { text } } ... on AskFinished { outcome { ... on Answer { text } } } } }`,
    );
    const told = () => received.map(({ data }) => data?.['askEvents'] as Told);
    await until(() => told().some((event) => event.__typename === 'ClaimVerified'));
    expect(told().map((event) => event.__typename)).toEqual([
      'AskProgress',
      'AskProgress',
      'AskProgress',
      'Provisional',
      'AskProgress',
      'ClaimVerified',
    ]);
    expect(told()[3]?.text).toContain(first);
    goOn();
    await results;
    expect(told().flatMap(({ claim }) => claim?.text ?? [])).toEqual([first, second]);
    expect(told().at(-1)?.outcome?.text).toMatch(`${first} [1] ${second} [2]`);
  });
});

test('on a terminal the claim stands below the provisional answer while the model still writes', async () => {
  const terminal = createTerminal(true);
  const asking = runCli(['ask', question], {
    terminal,
    signal: new AbortController().signal,
    cwd: '/',
    doors: {
      loadConfig: () => app.config,
      openApp: () => Promise.resolve({ ...app, close: () => Promise.resolve() }),
      startServer: () => Promise.reject(new Error('no server')),
    },
  });
  await until(() => terminal.written.err.includes(`✓ ${first}`));
  expect(terminal.written.err).toContain('Provisional, while the model writes:');
  expect(terminal.written.out).toBe('');
  goOn();
  expect(await asking).toBe(0);
  expect(terminal.written.out).toContain(second);
});
