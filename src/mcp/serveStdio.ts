import { Writable, type Readable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from './createMcpServer.ts';
import type { McpSession } from './session.ts';

export interface Streams {
  readonly input: Readable;
  out(text: string): void;
}

/** Serves one client over standard input and output until the input ends or the signal aborts. */
export async function serveStdio(session: McpSession, { input, out }: Streams): Promise<void> {
  const server = createMcpServer(session);
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      out(chunk);
      done();
    },
  });
  const over = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    for (const event of ['end', 'close', 'error']) input.once(event, () => void server.close());
    session.signal.addEventListener('abort', () => void server.close(), { once: true });
  });
  await server.connect(new StdioServerTransport(input, output));
  await over;
}
