import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTerminals, type TerminalDoor } from '../../src/cli/bridge/answerTerminals.ts';
import type { ExitCode, SentLine } from '../../src/cli/command.ts';
import { readEndpoint, writeEndpoint, type Endpoint } from '../../src/cli/bridge/endpoint.ts';
import { runWhereOpen } from '../../src/cli/bridge/runWhereOpen.ts';
import { CandorError } from '../../src/errors.ts';
import { createTerminal } from '../support/cliApp.ts';

let folder: string;
let door: TerminalDoor | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-bridge-'));
});
afterEach(async () => {
  await door?.close();
  door = undefined;
  await rm(folder, { recursive: true, force: true });
});

const locked = () =>
  Promise.reject(new CandorError('DATABASE_LOCKED', 'In use.', { details: { processId: process.pid } }));

/** A command line that cannot run here, as in a second process. */
function typed(
  options: { input?: string; signal?: AbortSignal; here?: () => Promise<ExitCode>; waitMillis?: number } = {},
) {
  const terminal = createTerminal(true, options.input);
  const { signal = new AbortController().signal, here = locked, waitMillis = 0 } = options;
  const line = { args: ['runs', '--json'], workspaceId: '01900000-0000-7000-8000-0000000000ff', terminal, signal };
  const code = runWhereOpen(folder, line, { here, elsewhere: true, waitMillis, quiet: false });
  return { code, written: terminal.written };
}

const serveWith = async (run: (line: SentLine) => Promise<ExitCode>) => {
  door = await answerTerminals(folder, run);
};
const endpoint = async (): Promise<Endpoint> => (await readEndpoint(folder))!;
const whenAborted = ({ signal }: SentLine) =>
  new Promise<ExitCode>((resolve) => {
    signal.addEventListener('abort', () => resolve(1), { once: true });
  });

describe('a command while a server has the data folder', () => {
  it('runs there, with its words, place, workspace, screen and output', async () => {
    let seen: SentLine | undefined;
    await serveWith((line) => {
      seen = line;
      line.terminal.err('busy\n');
      line.terminal.out('first\u2028second\n'.repeat(50_000));
      return Promise.resolve(3);
    });
    const { code, written } = typed();
    expect(await code).toBe(3);
    expect(written).toEqual({ err: 'busy\n', out: 'first\u2028second\n'.repeat(50_000) });
    expect(seen).toMatchObject({
      args: ['runs', '--json'],
      cwd: process.cwd(),
      workspaceId: '01900000-0000-7000-8000-0000000000ff',
      terminal: { live: true, colour: false, columns: 120 },
    });
  });

  it('has its standard input when it reads it', async () => {
    await serveWith(async ({ terminal }) => {
      terminal.out(await text(terminal.input()));
      return 0;
    });
    const { code, written } = typed({ input: 'größer\nthan one line' });
    expect(await code).toBe(0);
    expect(written.out).toBe('größer\nthan one line');
  });

  it('is interrupted there by an interrupt here, and ends in its own way', async () => {
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    await serveWith((line) => (begun(), whenAborted(line)));
    const abort = new AbortController();
    const { code } = typed({ signal: abort.signal });
    await started;
    abort.abort();
    expect(await code).toBe(1);
  });

  it('is interrupted when its terminal goes away', async () => {
    const ended = new Promise<ExitCode>((resolve) => {
      void serveWith(async (line) => {
        const code = await whenAborted(line);
        resolve(code);
        return code;
      }).then(async () => {
        const { address, key, version } = await endpoint();
        const message = {
          type: 'run',
          key,
          version,
          args: [],
          cwd: '/',
          workspaceId: crypto.randomUUID(),
          live: false,
          colour: false,
          columns: 80,
        };
        const socket = connect(address, () =>
          socket.write(`${JSON.stringify(message)}\n`, () => setTimeout(() => socket.destroy(), 50)),
        );
      });
    });
    expect(await ended).toBe(1);
  });

  it('is interrupted when the server stops, which waits for its end', async () => {
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    await serveWith((line) => (begun(), whenAborted(line)));
    const { code } = typed();
    await started;
    await door?.close();
    expect(await code).toBe(1);
  });
});

describe('the endpoint', () => {
  it('can be read by this user alone, and is gone after the end', async () => {
    await serveWith(() => Promise.resolve(0));
    const { address } = await endpoint();
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(join(folder, 'terminal.json'))).toBe(0o600);
    expect(await mode(address)).toBe(0o600);
    await door?.publishUrl('http://127.0.0.1:4000');
    expect(await mode(join(folder, 'terminal.json'))).toBe(0o600);
    expect((await endpoint()).url).toBe('http://127.0.0.1:4000');
    await door?.close();
    expect(await readEndpoint(folder)).toBeUndefined();
    await expect(stat(address)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('lies outside a data folder whose path is too long for a socket', async () => {
    const own = folder;
    folder = join(own, 'd'.repeat(120));
    await mkdir(folder);
    await serveWith(() => Promise.resolve(0));
    expect((await endpoint()).address.startsWith(own)).toBe(false);
    expect(await typed().code).toBe(0);
    await door?.close();
    folder = own;
  });

  it('of a dead server is passed over, and its socket removed by the next', async () => {
    const dead = join(folder, 'terminal-1.sock');
    await writeFile(dead, '');
    await writeEndpoint(folder, { version: '0', processId: 1, address: dead, key: 'k', url: null });
    expect(await typed({ here: () => Promise.resolve(0) }).code).toBe(0);
    await serveWith(() => Promise.resolve(0));
    await expect(stat(dead)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('takes nothing from whoever does not know its key', async () => {
    let ran = false;
    await serveWith(() => ((ran = true), Promise.resolve(0)));
    await writeEndpoint(folder, { ...(await endpoint()), key: 'A'.repeat(43) });
    await expect(typed().code).rejects.toMatchObject({ code: 'DATABASE_LOCKED' });
    expect(ran).toBe(false);
  });

  it('outlives input behind its own end, and a command line that throws', async () => {
    await serveWith(async ({ terminal }) => {
      await text(terminal.input());
      throw new Error('The screen is gone.');
    });
    const { address } = await endpoint();
    // From a process that does not even know the key: an error that nobody hears fails the run.
    const ended = { type: 'input', data: null };
    const more = { type: 'input', data: 'bW9yZQ==' };
    const socket = connect(address, () =>
      socket.end(`${[ended, more, ended].map((line) => JSON.stringify(line)).join('\n')}\n`),
    );
    await new Promise((resolve) => socket.resume().once('close', resolve));
    expect(await typed({ input: 'a word' }).code).toBe(1);
  });

  it('outlives garbage, and more of it than any command line has', async () => {
    await serveWith(() => Promise.resolve(0));
    const { address } = await endpoint();
    const socket = connect(address, () => socket.write(`nonsense\n{"type":"run"}\n${'x'.repeat(5_000_000)}`));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await typed().code).toBe(0);
  });
});

describe('without a server that takes commands', () => {
  it('a command waits for the process that has the data folder', async () => {
    let attempts = 0;
    const { code, written } = typed({
      here: () => ((attempts += 1) < 3 ? locked() : Promise.resolve(0)),
      waitMillis: 5_000,
    });
    expect(await code).toBe(0);
    expect(written.err).toBe('Another process has the data folder open. Waiting for it…\n');
  });

  it('a command finds the server that comes up meanwhile', async () => {
    const { code } = typed({ waitMillis: 5_000 });
    await serveWith(() => Promise.resolve(4));
    expect(await code).toBe(4);
  });

  it('the fault is told after the wait', async () => {
    await expect(typed().code).rejects.toMatchObject({ code: 'DATABASE_LOCKED' });
  });
});
