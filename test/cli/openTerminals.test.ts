import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TerminalDoor, openTerminals } from '../../src/cli/bridge/answerTerminals.ts';
import { runWhereOpen } from '../../src/cli/bridge/runWhereOpen.ts';
import { loadConfig } from '../../src/config/config.ts';
import { CandorError } from '../../src/errors.ts';
import { createTerminal } from '../support/cliApp.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { until } from '../support/testServer.ts';

let folder: string;
let door: TerminalDoor | undefined;
let ran: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-loading-'));
  ran = [];
});
afterEach(async () => {
  await door?.close();
  await rm(folder, { recursive: true, force: true });
});

async function serveWhile(knowledge: Promise<unknown>) {
  const config = { ...loadConfig({}), dataFolder: folder };
  const runOver = (_app: unknown, { args }: { readonly args: readonly string[] }) => {
    ran.push(args[0] ?? '');
    return Promise.resolve(0 as const);
  };
  door = await openTerminals(createFakeApp(), { config, sent: false, runOver }, knowledge);
}

/** A command line of another process. */
function typed(command: string, signal = new AbortController().signal) {
  const terminal = createTerminal();
  const code = runWhereOpen(
    folder,
    { args: [command, 'x'], workspaceId: '01900000-0000-7000-8000-0000000000ff', terminal, signal },
    {
      here: () =>
        Promise.reject(new CandorError('DATABASE_LOCKED', 'In use.', { details: { processId: process.pid } })),
      elsewhere: true,
      waitMillis: 0,
      quiet: false,
    },
  );
  return { code, written: terminal.written };
}

it('a question waits for the knowledge that is being loaded, and says so; other commands run at once', async () => {
  let loaded: () => void = () => undefined;
  await serveWhile(new Promise<void>((resolve) => (loaded = resolve)));
  const asked = typed('ask');
  await until(() => asked.written.err !== '');
  expect(asked.written.err).toMatch(/still being loaded/);
  expect(await typed('keys').code).toBe(0);
  expect(ran).toEqual(['keys']);
  loaded();
  expect(await asked.code).toBe(0);
  expect(ran).toEqual(['keys', 'ask']);
  const later = typed('ask');
  expect(await later.code).toBe(0);
  expect(later.written.err).toBe('');
});

it('an interrupt ends the wait', async () => {
  await serveWhile(new Promise(() => undefined));
  const abort = new AbortController();
  const asked = typed('search', abort.signal);
  await until(() => asked.written.err !== '');
  abort.abort();
  await asked.code;
  expect(ran).toEqual(['search']);
});

it('knowledge that could not be loaded is not waited for', async () => {
  await serveWhile(Promise.reject(new Error('disk full')));
  expect(await typed('ask').code).toBe(0);
});
