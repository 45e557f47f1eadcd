import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionConfig } from '../config/limits.ts';
import { CandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { endRaw, failureResponse } from './failure.ts';

/** How long the server waits for the other end of a connection. Milliseconds, unless a name says otherwise. */
export interface ConnectionPatience {
  /** From a connection, or the first byte of a request, to the end of its headers. */
  readonly headers: number;
  /** Between a response and the next request of its connection. */
  readonly keepAlive: number;
  /**
   * How far a body may fall behind `bytesPerSecond`, and how long a response may stay unread beyond the time that its
   * size takes at that pace.
   */
  readonly transfer: number;
  readonly bytesPerSecond: number;
  /** For the rest of a body whose request is answered already. */
  readonly linger: number;
  /** For the request of a connection that is one too many, so that it is told so. */
  readonly refused: number;
  /** How often all this is looked at: what is late ends so much later at most. */
  readonly check: number;
}

/**
 * Node's own limits would be 60 s for headers and 300 s for a request, looked at every 30 s: a byte a second held a
 * connection for five minutes, and 200 MB needed 5 Mbit/s.
 */
export const usualPatience: ConnectionPatience = {
  headers: 15_000,
  keepAlive: 5_000,
  transfer: 30_000,
  bytesPerSecond: 8_192,
  linger: 5_000,
  refused: 1_000,
  check: 1_000,
};

/** A request and its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How much longer the body may fall behind, in milliseconds. */
  credit: number;
  /** Of the connection, when that was last counted. */
  bytesRead: number;
  /** When the response was found to be complete and the body was not. */
  lingersSince: number | undefined;
}

function newExchange(request: IncomingMessage, response: ServerResponse, patience: ConnectionPatience): Exchange {
  const { bytesRead } = request.socket;
  return { request, response, credit: patience.transfer, bytesRead, lingersSince: undefined };
}

interface Lateness {
  /** Ends what is late: with a word where one can still be said. Called every `patience.check`. */
  look(socket: Socket, exchanges: Iterable<Exchange>): void;
}

/** Of one connection: bodies that trickle, and responses that nobody reads. */
function lateness(patience: ConnectionPatience, log: Log): Lateness {
  let unread: { readonly sent: number; readonly since: number } | undefined;
  let last = performance.now();
  const isUnread = (socket: Socket, now: number) => {
    const pending = socket.writableLength;
    // What the system has taken of one large write shows only when it has taken all of it.
    const sent = socket.bytesWritten - pending;
    if (pending === 0) unread = undefined;
    else if (unread?.sent !== sent) unread = { sent, since: now };
    return unread !== undefined && now - unread.since > patience.transfer + millisFor(pending, patience);
  };
  return {
    look: (socket, exchanges) => {
      const now = performance.now();
      // A process that had no time to read has no one to blame.
      const elapsed = Math.min(now - last, 2 * patience.check);
      last = now;
      if (isUnread(socket, now)) return void socket.destroy();
      for (const exchange of exchanges) lookAt(exchange, { now, elapsed, patience, log });
    },
  };
}

const millisFor = (bytes: number, { bytesPerSecond }: ConnectionPatience) => (bytes / bytesPerSecond) * 1_000;

interface Look {
  readonly now: number;
  readonly elapsed: number;
  readonly patience: ConnectionPatience;
  readonly log: Log;
}

function lookAt(exchange: Exchange, { now, elapsed, patience, log }: Look): void {
  const { request, response } = exchange;
  if (request.complete) return;
  if (response.writableFinished) {
    exchange.lingersSince ??= now;
    if (now - exchange.lingersSince > patience.linger) request.socket.destroy();
    return;
  }
  const { bytesRead } = request.socket;
  exchange.credit = Math.min(patience.transfer, exchange.credit + millisFor(bytesRead - exchange.bytesRead, patience));
  exchange.bytesRead = bytesRead;
  // What has come and waits to be read is not late.
  if (request.readableLength === 0) exchange.credit -= elapsed;
  if (exchange.credit < 0) refuseLate(exchange, patience, log);
}

function refuseLate({ request, response }: Exchange, { transfer, bytesPerSecond }: ConnectionPatience, log: Log): void {
  if (response.headersSent) return void request.socket.destroy();
  const fault = new CandorError('TIMEOUT', 'The body of the request did not come in time.', {
    remedy: `Send it faster: at least ${bytesPerSecond} bytes a second, with pauses of at most ${transfer / 1_000} s.`,
    details: { bytesPerSecond, pauseMillis: transfer },
  });
  const text = JSON.stringify(failureResponse(fault, log).body);
  response.writeHead(408, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text, () => {
    request.socket.destroySoon();
  });
}

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
