import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CandorError } from '../../errors.ts';
import type { ConnectionConfig } from '../../config/connections.ts';
import type { Log } from '../../log.ts';
import { endRaw, failureResponse } from '../failure.ts';
import { type Exchange, lateness, type Lateness, newExchange } from './lateness.ts';
import type { ConnectionPatience } from './patience.ts';

export interface Connections {
  /** Cuts what carries no request now, and the others as soon as their response is complete. */
  endIdle(): void;
  /** Whether a connection is one too many. Its request is to be answered with `tooMany`. */
  isRefused(socket: Duplex): boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly exchanges: Set<Exchange>;
  readonly lateness: Lateness;
  /** Since when it has carried no request. */
  quietSince: number;
  /** Whether it has carried one. */
  served: boolean;
  /** A WebSocket, which is looked after elsewhere. */
  upgraded: boolean;
  refused: boolean;
}

/** Connections that are too many are told so; beyond these they are dropped without a word. */
const refusedAtOnce = 100;
const warnEvery = 60_000;

/** What a connection is told that is one too many. */
export function tooMany(): CandorError {
  return new CandorError('OVERLOADED', 'The server has as many connections as it takes. Try again in 1 s.', {
    remedy: 'Close connections that you do not need, and try again. CANDOR_CONNECTIONS and its like are the limits.',
    details: { limit: 'CONNECTIONS', retryAfterSeconds: 1 },
  });
}

/**
 * Bounds connections and the time for which they may say nothing. Where there are too many, the one that has been quiet
 * for longest makes room, those first that never sent a request; where none is quiet, the new one is refused.
 */
export function trackConnections(
  server: Server,
  limits: Pick<ConnectionConfig, 'total' | 'perAddress'>,
  patience: ConnectionPatience,
  log: Log,
): Connections {
  const open = new Map<Duplex, Connection>();
  const admit = createRoom(open, limits, patience, log);
  let ending = false;
  server.maxConnections = limits.total + refusedAtOnce;
  server.on('connection', (socket) => {
    // A request whose offer of another protocol is passed over comes as a new connection, too.
    const known = open.get(socket);
    if (known) return void (known.upgraded = false);
    const connection = newConnection(socket, patience, log);
    open.set(socket, connection);
    socket.once('close', () => open.delete(socket));
    admit(connection);
  });
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    const connection = open.get(socket);
    if (connection) connection.upgraded = true;
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket);
    if (!connection) return;
    const exchange = newExchange(request, response, patience);
    connection.exchanges.add(exchange);
    connection.served = true;
    const over = () => {
      if (!request.complete && !request.destroyed) return;
      connection.exchanges.delete(exchange);
      connection.quietSince = performance.now();
    };
    request.once('close', () => response.closed && over());
    response.once('close', () => {
      over();
      if (ending) connection.socket.destroySoon();
    });
  });
  const watch = setInterval(() => {
    for (const { socket, exchanges, lateness } of open.values()) lateness.look(socket, exchanges);
  }, patience.check).unref();
  server.once('close', () => {
    clearInterval(watch);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerBroken(error, socket, [...(open.get(socket)?.exchanges ?? [])], log);
  });
  return {
    endIdle: () => {
      ending = true;
      for (const { socket, exchanges, upgraded } of open.values())
        if (!upgraded && ![...exchanges].some(({ response }) => !response.closed)) socket.destroy();
    },
    isRefused: (socket) => open.get(socket)?.refused === true,
  };
}

function newConnection(socket: Socket, patience: ConnectionPatience, log: Log): Connection {
  return {
    socket,
    address: addressOf(socket),
    exchanges: new Set(),
    lateness: lateness(patience, log),
    quietSince: performance.now(),
    served: false,
    upgraded: false,
    refused: false,
  };
}

/** @returns what is called with each new connection, which is open already */
function createRoom(
  open: ReadonlyMap<Duplex, Connection>,
  { total, perAddress }: Pick<ConnectionConfig, 'total' | 'perAddress'>,
  patience: ConnectionPatience,
  log: Log,
): (connection: Connection) => void {
  let warned = -Infinity;
  return (connection) => {
    const taken = [...open.values()].filter(({ refused, socket }) => !refused && !socket.destroyed);
    const own = taken.filter(({ address }) => address === connection.address);
    const crowd = own.length > perAddress ? own : taken.length > total ? taken : undefined;
    if (!crowd) return;
    if (performance.now() - warned > warnEvery) {
      warned = performance.now();
      log.warn('There are too many connections', { open: taken.length, ofThisAddress: own.length, total, perAddress });
    }
    const [quietest] = crowd
      .filter((each) => each !== connection && !each.upgraded && each.exchanges.size === 0)
      .sort((one, other) => Number(one.served) - Number(other.served) || one.quietSince - other.quietSince);
    if (quietest) return void quietest.socket.destroy();
    connection.refused = true;
    const cut = setTimeout(() => connection.socket.destroy(), patience.refused);
    connection.socket.once('close', () => {
      clearTimeout(cut);
    });
  };
}

/** Of IPv6 the first half: whoever has one address has all that share it. */
function addressOf({ remoteAddress = '' }: Socket): string {
  const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])].slice(0, 4).join(':');
}

const headerRemedy = { remedy: 'Send the whole head of the request at once, with at most 16 kB of headers.' };

/** What Node's parser could not read, and headers that did not come: as text, for no response was made for them. */
function answerBroken(error: NodeJS.ErrnoException, socket: Duplex, exchanges: readonly Exchange[], log: Log): void {
  const isSpoken = exchanges.some(({ response }) => response.headersSent && !response.closed);
  if (error.code === 'ECONNRESET' || !socket.writable || isSpoken) return void socket.destroy();
  const [status, fault] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, new CandorError('TIMEOUT', 'The headers of the request did not come in time.', headerRemedy)]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, new CandorError('BAD_INPUT', 'The headers of the request are too large.', headerRemedy)]
        : [400, new CandorError('BAD_INPUT', 'The request is not HTTP as this server reads it.', headerRemedy)];
  endRaw(socket, status, failureResponse(fault, log).body);
}
