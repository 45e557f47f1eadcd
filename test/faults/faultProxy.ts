import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What becomes of the bytes of one direction. */
export type Step =
  | { readonly send: Buffer }
  | { readonly waitMillis: number }
  /** RESET: RST to both ends. FIN: this end is told that nothing more comes. SILENCE: nothing more passes, and nobody is told. */
  | { readonly cut: 'RESET' | 'FIN' | 'SILENCE' };

export interface Passed {
  /** Bytes of this direction before these, since the fault began. */
  readonly bytes: number;
  /** Pieces of this direction before this one. */
  readonly pieces: number;
}

export type Shape = (bytes: Buffer, passed: Passed) => readonly Step[];

/** How a network behaves. What is left out is as it should be. */
export interface Conduct {
  /** New connections: refused by the machine, reset or closed when they are there, or accepted and never served. */
  readonly connecting?: 'REFUSED' | 'RESET' | 'CLOSED' | 'SILENT';
  /** Before the server is reached. */
  readonly connectMillis?: number;
  readonly toServer?: Shape;
  readonly toClient?: Shape;
  /** The end of the server's stream is told this much later. */
  readonly closeMillis?: number;
  /** Each open connection is reset this often, and once when it begins. */
  readonly resetEveryMillis?: number;
  /** What is open when it begins is reset. */
  readonly resetsOpen?: boolean;
}

export interface FaultProxy {
  readonly port: number;
  /** `url` with the proxy in place of its server. */
  through(url: string): string;
  begin(conduct: Conduct): Promise<void>;
  /** As it should be; connections that the fault broke are gone. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  /** Something was lost or changed in it: no stream comes out of it right any more. */
  harmed: boolean;
}

/** A TCP proxy on 127.0.0.1 before the server of `target`. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const network = createNetwork(target);
  let resets: NodeJS.Timeout | undefined;
  let server = await listen(0, network.serve);
  const { port } = server.address() as AddressInfo;
  const stopListening = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    network.reset(() => true);
    network.destroyAll();
    await closed;
  };
  return {
    port,
    through: (url) => {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    begin: async (next) => {
      network.conduct = next;
      if (next.connecting === 'REFUSED') await stopListening();
      if (next.resetsOpen === true || next.resetEveryMillis !== undefined) network.reset(() => true);
      if (next.resetEveryMillis !== undefined)
        resets = setInterval(() => network.reset(() => true), next.resetEveryMillis);
    },
    heal: async () => {
      network.conduct = {};
      clearInterval(resets);
      network.reset(({ harmed }) => harmed);
      if (!server.listening) server = await listen(port, network.serve);
    },
    close: async () => {
      clearInterval(resets);
      await stopListening();
    },
  };
}

interface Network {
  conduct: Conduct;
  readonly serve: (client: Socket) => void;
  reset(which: (pair: Pair) => boolean): void;
  destroyAll(): void;
}

function createNetwork(target: string): Network {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  /** Those that were closed at once included, whose other half may stay open for ever. */
  const clients = new Set<Socket>();
  const pass = async (client: Socket) => {
    const { connecting, connectMillis = 0 } = network.conduct;
    client.on('error', () => undefined);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    if (connecting === 'RESET') return void client.resetAndDestroy();
    if (connecting === 'CLOSED') return void client.end();
    const upstream = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const pair: Pair = { client, upstream, harmed: connecting === 'SILENT' };
    pairs.add(pair);
    upstream.on('error', () => client.destroy());
    client.on('close', () => {
      pairs.delete(pair);
      upstream.destroy();
    });
    if (connecting === 'SILENT') return void client.resume();
    await wait(connectMillis);
    join(pair, { from: client, to: upstream, shape: () => network.conduct.toServer, closeMillis: () => 0 });
    join(pair, {
      from: upstream,
      to: client,
      shape: () => network.conduct.toClient,
      closeMillis: () => network.conduct.closeMillis ?? 0,
    });
  };
  const network: Network = {
    conduct: {},
    serve: (client) => void pass(client),
    reset: (which) => {
      for (const pair of pairs) {
        if (!which(pair)) continue;
        pair.client.resetAndDestroy();
        pair.upstream.resetAndDestroy();
      }
    },
    destroyAll: () => {
      for (const client of clients) client.destroy();
    },
  };
  return network;
}

async function listen(port: number, serve: (client: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, serve);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

interface Direction {
  readonly from: Socket;
  readonly to: Socket;
  /** As the network is at this moment. */
  readonly shape: () => Shape | undefined;
  readonly closeMillis: () => number;
}

/** One direction, piece after piece in order. */
function join(pair: Pair, { from, to, shape: shapeNow, closeMillis }: Direction): void {
  let passed = { bytes: 0, pieces: 0 };
  let shaped: Shape | undefined;
  let silent = false;
  let turn: Promise<void> = Promise.resolve();
  const pass = async (bytes: Buffer) => {
    const shape = shapeNow();
    // Counted anew for each fault.
    if (shape !== shaped) passed = { bytes: 0, pieces: 0 };
    shaped = shape;
    const steps = shape ? shape(bytes, passed) : [{ send: bytes }];
    passed = { bytes: passed.bytes + bytes.length, pieces: passed.pieces + 1 };
    if (!Buffer.concat(steps.flatMap((step) => ('send' in step ? [step.send] : []))).equals(bytes)) pair.harmed = true;
    for (const step of steps) {
      if (silent || to.destroyed) return;
      if ('waitMillis' in step) await wait(step.waitMillis);
      else if ('send' in step) to.write(step.send);
      else if (step.cut === 'SILENCE') silent = true;
      else if (step.cut === 'FIN') {
        silent = true;
        to.end();
      } else {
        to.resetAndDestroy();
        from.resetAndDestroy();
      }
    }
  };
  const then = (work: () => Promise<void>) => {
    turn = turn.then(work, () => undefined);
  };
  from.on('data', (bytes: Buffer) => then(() => pass(bytes)));
  from.on('end', () =>
    then(async () => {
      await wait(closeMillis());
      if (!silent) to.end();
    }),
  );
  from.on('error', () => to.destroy());
}
