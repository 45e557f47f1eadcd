import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpServer } from './createMcpServer.ts';
import type { McpSession } from './session.ts';

/**
 * Answers one POST of the streamable HTTP transport. Stateless: each request brings its own key, so that one that is revoked stops working at once, and
 * any process behind a balancer may answer. Nothing is pushed between requests; progress comes on the response's own stream.
 */
export async function answerHttp(
  session: McpSession,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  const server = createMcpServer(session);
  // Without a generator there are no sessions.
  const transport = new StreamableHTTPServerTransport({});
  const close = () => void server.close();
  response.once('close', () => {
    // That signal outlives every request.
    session.signal.removeEventListener('abort', close);
    close();
  });
  session.signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    await transport.handleRequest(request, response, body);
  } catch (error) {
    close();
    throw error;
  }
}
