import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  readonly url: string;
  close(): Promise<void>;
}

/** A proxy before several servers that takes turns, and gives a request that one did not answer to the next, as load balancers do with what is safe to repeat. */
export async function startRoundRobin(targets: readonly string[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const first = turn++;
      const tryFrom = (tried: number) => {
        if (tried === targets.length) return void response.writeHead(502).end();
        const target = targets[(first + tried) % targets.length] ?? '';
        const { method, headers, url } = incoming;
        const { host: _host, ...passed } = headers;
        const outgoing = request(`${target}${url ?? '/'}`, { method, headers: passed }, (reply) => {
          response.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.on('error', () => response.destroy());
          reply.pipe(response);
        });
        outgoing.on('error', () => {
          if (!response.headersSent) tryFrom(tried + 1);
        });
        outgoing.end(body);
      };
      tryFrom(0);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
