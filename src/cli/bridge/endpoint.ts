import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { Socket } from 'node:net';

/**
 * Where the process that serves a data folder accepts command lines. A user who can read the file may do what the
 * command line may.
 */
const Endpoint = z.object({
  version: z.string(),
  processId: z.number().int(),
  /** A unix socket, or a named pipe. */
  address: z.string(),
  /** Sent with each command line. */
  key: z.string(),
  /** The URL of the HTTP server; null until it listens. */
  url: z.string().nullable(),
});
export type Endpoint = z.infer<typeof Endpoint>;

const fileOf = (dataFolder: string) => join(resolve(dataFolder), 'terminal.json');

/** The path of a socket is limited to 104 bytes on macOS and 108 on Linux. */
const longestAddress = 100;
const temporaryPrefix = 'candor-serve-';

/**
 * Returns a new address: in the data folder if its path is short enough, otherwise in a temporary folder that only this
 * user may enter.
 */
export async function newAddress(dataFolder: string): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\candor-${randomUUID()}`;
  const beside = join(resolve(dataFolder), `terminal-${process.pid}.sock`);
  if (Buffer.byteLength(beside) <= longestAddress) return beside;
  return join(await mkdtemp(join(tmpdir(), temporaryPrefix)), 's');
}

/** Removes a socket that is no longer listened on, with the folder that was created for it. */
export async function removeAddress(address: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = dirname(address);
  if (basename(folder).startsWith(temporaryPrefix)) await rm(folder, { recursive: true, force: true });
  else await rm(address, { force: true });
}

/** Creates the file with its content in one step, readable by this user only. */
export async function writeEndpoint(dataFolder: string, endpoint: Endpoint): Promise<void> {
  const file = fileOf(dataFolder);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(endpoint)}\n`, { mode: 0o600 });
  // writeFile applies the umask to the mode, which can only remove permissions; some file systems ignore the mode.
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/**
 * Returns undefined if the file does not exist or cannot be read. The endpoint may be stale: only connecting shows
 * that.
 */
export async function readEndpoint(dataFolder: string): Promise<Endpoint | undefined> {
  try {
    return Endpoint.safeParse(JSON.parse(await readFile(fileOf(dataFolder), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export async function removeEndpoint(dataFolder: string): Promise<void> {
  await rm(fileOf(dataFolder), { force: true });
}

/** What the terminal sends: first the command line, then its input and interrupts. */
export const TerminalMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run'),
    key: z.string(),
    version: z.string(),
    args: z.array(z.string()),
    cwd: z.string(),
    workspaceId: z.uuid(),
    live: z.boolean(),
    colour: z.boolean(),
    columns: z.number().int().positive(),
  }),
  /** One chunk of standard input in base64, requested by `want`; null: it has ended. */
  z.object({ type: z.literal('input'), data: z.string().nullable() }),
  z.object({ type: z.literal('interrupt') }),
]);
export type TerminalMessage = z.infer<typeof TerminalMessage>;
export type RunMessage = Extract<TerminalMessage, { type: 'run' }>;

/** What the server sends; `exit` or `refused` is the last message. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('out'), text: z.string() }),
  z.object({ type: z.literal('err'), text: z.string() }),
  z.object({ type: z.literal('want') }),
  z.object({
    type: z.literal('exit'),
    code: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  }),
  z.object({
    type: z.literal('refused'),
    reason: z.enum(['KEY', 'VERSION', 'COMMAND', 'STOPPING']),
    message: z.string(),
  }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;

/** Sends one message per line. A closed socket is not a fault: its close event reports it. */
export function send(socket: Socket, message: TerminalMessage | ServerMessage): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/**
 * More than any command line; a chunk of input is smaller. A report of a server is one line, far below what a string
 * can hold.
 */
export const longestTerminalLine = 4 * 1024 * 1024;
export const longestServerLine = 256 * 1024 * 1024;

/**
 * Calls `onLine` for each line that arrives. Splits lines itself, because readline also splits at U+2028, which JSON
 * does not escape.
 * @param longest in characters; a socket that sends more without a line break is destroyed
 */
export function readLines(socket: Socket, longest: number, onLine: (line: string) => void): void {
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    length += first.length;
    for (const next of others) {
      onLine(parts.join(''));
      parts = [next];
      length = next.length;
    }
    if (length > longest) socket.destroy();
  });
}

/** Returns the message of a line; undefined for a line that is not a message. */
export function parseMessage<Message>(schema: z.ZodType<Message>, line: string): Message | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
