import type { Socket } from 'node:net';
import { z } from 'zod';

/** What the terminal sends: the command line first, then what happens to it. */
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
  /** One chunk of standard input in base64, asked for by `want`; null: it has ended. */
  z.object({ type: z.literal('input'), data: z.string().nullable() }),
  z.object({ type: z.literal('interrupt') }),
]);
export type TerminalMessage = z.infer<typeof TerminalMessage>;
export type RunMessage = Extract<TerminalMessage, { type: 'run' }>;

/** What the server sends; `exit` or `refused` is the last. */
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

/** One message a line; a socket that is gone is no fault, its close event tells. */
export function send(socket: Socket, message: TerminalMessage | ServerMessage): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/**
 * More than any command line; a chunk of input is smaller. What a server sends is not bounded: one report is one line.
 */
export const longestTerminalLine = 4 * 1024 * 1024;

/**
 * Calls `onLine` for each line that arrives. Split by hand: readline also splits at U+2028, which JSON leaves as it is.
 * @param longest characters; a socket that sends more without a line's end is destroyed
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

/** The message of a line; undefined for one that is none. */
export function parseMessage<Message>(schema: z.ZodType<Message>, line: string): Message | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
