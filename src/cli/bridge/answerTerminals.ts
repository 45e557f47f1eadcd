import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { atMost, abortFault, orAbort } from '../../clock.ts';
import { candorVersion } from '../../config/version.ts';
import type { CommandContext, ExitCode, SentLine } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import {
  newAddress,
  readEndpoint,
  removeAddress,
  removeEndpoint,
  writeEndpoint,
  type Endpoint,
  longestTerminalLine,
  parseMessage,
  readLines,
  send,
  TerminalMessage,
  type RunMessage,
} from './endpoint.ts';
import type { App } from '../../app/app.ts';
import { messageOf } from '../../errors.ts';

export interface TerminalDoor {
  /** Records where the HTTP server listens, for a user who starts a second one. */
  publishUrl(url: string): Promise<void>;
  /**
   * Accepts no more command lines, interrupts those that are running, and waits until they have ended, at most 8 s.
   * Never throws.
   */
  close(): Promise<void>;
}

type RunLine = (line: SentLine) => Promise<ExitCode>;

const closeMillis = 8_000;

/**
 * Accepts command lines from other processes of this user: the embedded database allows one process at a time, and a
 * person has several terminals. Called by the process that holds the data folder's lock, so whatever an earlier process
 * left behind is stale.
 */
export async function answerTerminals(dataFolder: string, run: RunLine): Promise<TerminalDoor> {
  const stop = new AbortController();
  const working = new Set<Promise<void>>();
  const key = randomBytes(32).toString('base64url');
  const server = createServer((socket) => {
    const work = answer(socket, key, run, stop.signal).finally(() => working.delete(work));
    working.add(work);
  });
  const left = await readEndpoint(dataFolder);
  if (left) await removeAddress(left.address);
  const address = await newAddress(dataFolder);
  await listen(server, address);
  const endpoint: Endpoint = { version: candorVersion(), processId: process.pid, address, key, url: null };
  await writeEndpoint(dataFolder, endpoint);
  return {
    publishUrl: (url) => writeEndpoint(dataFolder, { ...endpoint, url }),
    close: async () => {
      if (stop.signal.aborted) return;
      stop.abort(new Error('The server is stopping.'));
      await removeEndpoint(dataFolder).catch(() => undefined);
      server.close();
      await atMost(Promise.all(working), closeMillis);
      await removeAddress(address).catch(() => undefined);
    },
  };
}

async function listen(server: Server, address: string): Promise<void> {
  if (process.platform !== 'win32') await rm(address, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  // A connection that cannot be accepted, for example because too many files are open, must not end the others.
  server.on('error', () => undefined);
  if (process.platform !== 'win32') await chmod(address, 0o600);
}

/** Runs the one command line of a connection. Resolves when it has ended. */
function answer(socket: Socket, key: string, run: RunLine, stopping: AbortSignal): Promise<void> {
  const gone = new AbortController();
  const input = createInput(socket);
  // Input may arrive after its own end: an error without a listener would end the server.
  input.on('error', () => undefined);
  return new Promise((resolve) => {
    let begun = false;
    const end = () => {
      socket.end();
      resolve();
    };
    readLines(socket, longestTerminalLine, (line) => {
      const message = parseMessage(TerminalMessage, line);
      if (message?.type === 'interrupt') gone.abort(new Error('SIGINT'));
      if (message?.type === 'input') input.push(message.data === null ? null : Buffer.from(message.data, 'base64'));
      if (message?.type !== 'run' || begun) return;
      begun = true;
      const refusal = refusalOf(message, key, stopping);
      if (refusal) {
        send(socket, refusal);
        return end();
      }
      const signal = AbortSignal.any([gone.signal, stopping]);
      void run({ ...message, terminal: terminalOf(socket, message, input), signal })
        // A command line reports its own faults. One that cannot must not end the server that hosts it.
        .catch((): ExitCode => 1)
        .then((code) => {
          send(socket, { type: 'exit', code });
          end();
        });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      gone.abort(new Error('The terminal went away.'));
      input.destroy();
      if (!begun) resolve();
    });
  });
}

function refusalOf({ key, version }: RunMessage, expected: string, stopping: AbortSignal) {
  const [given, wanted] = [Buffer.from(key), Buffer.from(expected)];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    return { type: 'refused', reason: 'KEY', message: 'The key is not the one of this server.' } as const;
  if (stopping.aborted) return { type: 'refused', reason: 'STOPPING', message: 'The server is stopping.' } as const;
  if (version === candorVersion()) return undefined;
  return { type: 'refused', reason: 'VERSION', message: candorVersion() } as const;
}

/** The standard input of the other process, requested chunk by chunk: a command that reads none takes none. */
function createInput(socket: Socket): Readable {
  return new Readable({ read: () => send(socket, { type: 'want' }) });
}

function terminalOf(socket: Socket, { live, colour, columns }: RunMessage, input: Readable): Terminal {
  return {
    out: (text) => send(socket, { type: 'out', text }),
    err: (text) => send(socket, { type: 'err', text }),
    input: () => input,
    live,
    colour,
    columns,
  };
}

/** Commands that would report that nothing is known while the first knowledge is still being loaded. */
const askingCommands: ReadonlySet<string> = new Set(['ask', 'search']);

/**
 * Lets other commands run in this process, for a command that keeps the data folder open. Returns undefined if that is
 * not needed: with a database server, or if this command itself runs in a process that already does so. If no socket
 * can be created, the command works all the same.
 * @param knowledge commands that ask wait until this settles; omitted: they run at once
 */
export async function openTerminals(
  app: App,
  { config, runOver, sent }: Pick<CommandContext, 'config' | 'runOver' | 'sent'>,
  knowledge?: Promise<unknown>,
): Promise<TerminalDoor | undefined> {
  if (config.databaseUrl || sent) return undefined;
  try {
    let loading = knowledge;
    const loaded = () => {
      loading = undefined;
    };
    loading?.then(loaded, loaded);
    return await answerTerminals(config.dataFolder, async (line) => {
      if (loading && askingCommands.has(line.args[0] ?? '')) await untilLoaded(loading, line);
      return runOver(app, line);
    });
  } catch (error) {
    app.log.warn('other commands cannot run in this process', { error: messageOf(error) });
    return undefined;
  }
}

/**
 * Settles when the knowledge is there, or the waiting command is aborted. A load that fails ends the process that
 * loads.
 */
async function untilLoaded(knowledge: Promise<unknown>, { terminal, signal }: SentLine): Promise<void> {
  terminal.err('The knowledge is still being loaded; this runs as soon as it is there.\n');
  await orAbort(knowledge, signal, abortFault).catch(() => undefined);
}
