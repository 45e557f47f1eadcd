import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { candorVersion } from '../../config/version.ts';
import { CandorError, isCandorError } from '../../errors.ts';
import type { ExitCode } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import {
  type Endpoint,
  longestServerLine,
  readEndpoint,
  parseMessage,
  readLines,
  send,
  ServerMessage,
} from './endpoint.ts';

interface WaysToRun {
  /** Runs the command in this process. */
  readonly here: () => Promise<ExitCode>;
  /** False for a command that only this process may run. */
  readonly elsewhere: boolean;
  /**
   * How long to wait for a process that has the data folder open and accepts no command lines: a server that is
   * starting, or another command.
   */
  readonly waitMillis: number;
  readonly quiet: boolean;
}

/** Short enough that a person does not notice the wait. */
const pollMillis = 200;

/**
 * Runs a command where its data folder is open: in the process that serves it, otherwise here.
 * @throws DATABASE_LOCKED after the wait
 */
export async function runWhereOpen(
  dataFolder: string,
  line: LineToSend,
  { here, elsewhere, waitMillis, quiet }: WaysToRun,
): Promise<ExitCode> {
  const until = performance.now() + waitMillis;
  for (let hasSaid = quiet; ;) {
    const endpoint = await readEndpoint(dataFolder);
    const code = elsewhere && endpoint ? await sendLine(endpoint, line) : undefined;
    if (code !== undefined) return code;
    try {
      return await here();
    } catch (error) {
      // DATABASE_LOCKED is thrown before a command has done anything.
      if (!isCandorError(error, 'DATABASE_LOCKED') || performance.now() > until || line.signal.aborted) throw error;
      // A server keeps running, but a command ends.
      if (!elsewhere && endpoint && endpoint.processId === error.details['processId']) throw error;
    }
    if (!hasSaid) line.terminal.err('Another process has the data folder open. Waiting for it…\n');
    hasSaid = true;
    await setTimeout(pollMillis, undefined, { signal: line.signal }).catch(() => undefined);
  }
}

/** A command line that a server is to run. */
interface LineToSend {
  readonly args: readonly string[];
  readonly workspaceId: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Makes the process at `endpoint` run a command line. Its output and exit code become those of this process.
 * @returns undefined if no server accepts it there: the file is stale, or the server is about to stop
 * @throws DATABASE_LOCKED for a server of another version, CANCELLED for a server that stops meanwhile
 */
async function sendLine(endpoint: Endpoint, line: LineToSend): Promise<ExitCode | undefined> {
  const socket = await open(endpoint.address);
  if (!socket) return undefined;
  const { terminal, signal } = line;
  const interrupt = () => send(socket, { type: 'interrupt' });
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    return await converse(socket, endpoint, line);
  } finally {
    signal.removeEventListener('abort', interrupt);
    socket.destroy();
    terminal.doneReading?.();
  }
}

function open(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}

function converse(socket: Socket, endpoint: Endpoint, { args, workspaceId, terminal }: LineToSend) {
  return new Promise<ExitCode | undefined>((resolve, reject) => {
    const nextInput = inputOf(terminal);
    const on = (message: ServerMessage) => {
      if (message.type === 'out') terminal.out(message.text);
      else if (message.type === 'err') terminal.err(message.text);
      else if (message.type === 'want') void nextInput().then((data) => send(socket, { type: 'input', data }));
      else if (message.type === 'exit') resolve(message.code);
      else if (message.reason === 'VERSION') reject(otherVersion(endpoint, message.message));
      else resolve(undefined);
    };
    readLines(socket, longestServerLine, (text) => {
      const message = parseMessage(ServerMessage, text);
      if (message) on(message);
    });
    socket.once('close', () => reject(stopped(endpoint)));
    const { live, colour, columns } = terminal;
    const { key } = endpoint;
    const run = { args: [...args], cwd: process.cwd(), workspaceId, live, colour, columns };
    send(socket, { type: 'run', key, version: candorVersion(), ...run });
  });
}

/**
 * Returns a function that gives the next chunk of standard input, and null at its end. Nothing is read before it is
 * requested.
 */
function inputOf(terminal: Terminal): () => Promise<string | null> {
  let chunks: AsyncIterator<Buffer | string> | undefined;
  return async () => {
    chunks ??= (terminal.input() as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
    const next = await chunks.next().catch(() => undefined);
    return !next || next.done === true ? null : Buffer.from(next.value).toString('base64');
  };
}

function otherVersion({ processId }: Endpoint, version: string): CandorError {
  return new CandorError(
    'DATABASE_LOCKED',
    `Candor ${version} serves this data folder (process ${processId}), and this is Candor ${candorVersion()}.`,
    { details: { processId, version }, remedy: 'Stop that server and start it again with this version.' },
  );
}

function stopped({ processId }: Endpoint): CandorError {
  return new CandorError('CANCELLED', `The server (process ${processId}) stopped while it ran this command.`, {
    details: { processId },
    remedy: 'Run the command again; without a server it opens the database itself.',
  });
}
