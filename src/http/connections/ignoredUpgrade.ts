import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** What offers another protocol. What belongs to HTTP/2 goes with it (RFC 7540, 3.2.1). */
const offers: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/**
 * Serves a request that offers another protocol as if it had not: a server may ignore the offer (RFC 9110, 7.8), and
 * Java's own client makes it with every first request over http. Node takes each of them for an upgrade once one
 * listener wants WebSockets, and hands the socket over with the body unread; so the request is put back without its
 * offer, and read again.
 * @param head what of the body came with the headers
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (offers.has(name.toLowerCase())) continue;
    const kept = name.toLowerCase() === 'connection' ? withoutOffers(value) : value;
    if (kept !== '') lines.push(`${name}: ${kept}`);
  }
  // As Node has read them: a byte a character.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** The other words of a Connection header. */
function withoutOffers(value: string): string {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => !offers.has(word.toLowerCase()))
    .join(', ');
}
