import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../src/app/app.ts';
import type { ExitCode } from '../../src/cli/command.ts';
import { runCli } from '../../src/cli/runCli.ts';
import { loadConfig, type Config } from '../../src/config/config.ts';
import { createShelfApp, createTerminal, type ShelfApp } from '../support/cliApp.ts';

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** The one JSON document on standard output; throws when there is anything else. */
  readonly json: () => unknown;
}

export interface Stage {
  readonly app: ShelfApp;
  readonly opened: Config[];
  /** Base URLs of the servers that were started, and whether they were closed. */
  readonly servers: { closed: boolean }[];
  run(...args: string[]): Promise<Ran>;
}

export interface StageOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly openApp?: () => Promise<App>;
  /** Whether a person watches. */
  readonly live?: boolean;
  /** Whether its screen shows colours. */
  readonly colour?: boolean;
  /** Standard input. */
  readonly input?: string;
}

/** A command line over an app in memory. */
export function createStage(options: StageOptions = {}): Stage {
  const app = createShelfApp();
  // Not there, so that no command finds the server that a developer runs here.
  const dataFolder = join(tmpdir(), `candor-stage-${randomUUID()}`);
  const opened: Config[] = [];
  const servers: { closed: boolean }[] = [];
  return {
    app,
    opened,
    servers,
    async run(...args) {
      const terminal = createTerminal(options.live, options.input, options.colour);
      const code = await runCli(args, {
        terminal,
        signal: options.signal ?? new AbortController().signal,
        doors: {
          loadConfig: () => loadConfig({ CANDOR_SAMPLE: 'off', CANDOR_DATA: dataFolder, ...options.environment }),
          openApp: (config) => (opened.push(config), options.openApp?.() ?? Promise.resolve(app)),
          startServer: () => {
            const server = { closed: false };
            servers.push(server);
            return Promise.resolve({
              url: 'http://127.0.0.1:4000',
              close: () => ((server.closed = true), Promise.resolve()),
            });
          },
        },
      });
      const { out, err } = terminal.written;
      return { code, out, err, json: () => JSON.parse(out) as unknown };
    },
  };
}

/** The JSON lines of a file. */
export async function readLines(path: string): Promise<unknown[]> {
  return (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}
