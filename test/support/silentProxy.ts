import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentProxy {
  /** The address of the server, through the proxy. */
  readonly url: string;
  /** Takes every byte and passes none on, in both directions: as a network does that loses its packets. New connections are accepted, too. */
  fallSilent(): void;
  /** Passes on again what comes from now on. What was lost stays lost. */
  flow(): void;
  /** Cuts every connection. */
  reset(): void;
  close(): Promise<void>;
}

/** A TCP proxy on a free port of 127.0.0.1 before the server that `url` names. */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let silent = false;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!silent) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    join(client, upstream);
    join(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: address.href,
    fallSilent: () => {
      silent = true;
    },
    flow: () => {
      silent = false;
    },
    reset,
    close: async () => {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
