import { connect, type Socket } from 'node:net';
import { candorVersion } from '../../config.ts';
import { CandorError } from '../../errors.ts';
import type { ExitCode } from '../exitCode.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Endpoint } from './endpoint.ts';
import { parseMessage, readLines, send, ServerMessage } from './messages.ts';

/** A command line that a server is to run. */
export interface LineToSend {
  readonly args: readonly string[];
  readonly workspaceId: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Has the process at `endpoint` run a command line, whose output and exit code become this process's.
 * @returns undefined when no server takes it there: the file is stale, or the server is about to stop
 * @throws DATABASE_LOCKED for a server of another version, CANCELLED for one that stops in the middle
 */
export async function sendLine(endpoint: Endpoint, line: LineToSend): Promise<ExitCode | undefined> {
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
    readLines(socket, Number.POSITIVE_INFINITY, (text) => {
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

/** Gives the next chunk of standard input each time, null at its end. Nothing is read before it is asked for. */
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
