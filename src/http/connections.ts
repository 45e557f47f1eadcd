import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionConfig } from '../config/limits.ts';
import { CandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { endRaw, failureResponse } from './failure.ts';

/** How long the server waits for the other end of a connection. In milliseconds unless a name says otherwise. */
export interface ConnectionPatience {
  /** From the opening of a connection, or the first byte of a request, to the end of the headers. */
  readonly headers: number;
  /** Between a response and the next request on its connection. */
  readonly keepAlive: number;
  /**
   * How far a body may fall behind `bytesPerSecond`, and how long a response may stay unread beyond the time that its
   * size takes at that rate.
   */
  readonly transfer: number;
  readonly bytesPerSecond: number;
  /** For the rest of a body whose request is already answered. */
  readonly linger: number;
  /** For the request on a connection over the limit, so that it can be answered with the refusal. */
  readonly refused: number;
  /** How often all this is checked: something late is ended at most this much later. */
  readonly check: number;
}

/**
 * Node's own limits are 60 s for headers and 300 s for a request, checked every 30 s: one byte a second held a
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
  /** The bytes read on the connection when this was last counted. */
  bytesRead: number;
  /** When the response was found complete while the body was not. */
  lingersSince: number | undefined;
}

function newExchange(request: IncomingMessage, response: ServerResponse, patience: ConnectionPatience): Exchange {
  const { bytesRead } = request.socket;
  return { request, response, credit: patience.transfer, bytesRead, lingersSince: undefined };
}

interface Lateness {
  /** Ends what is late, with an error response where one can still be sent. Called every `patience.check`. */
  look(socket: Socket, exchanges: Iterable<Exchange>): void;
}

/** Detects slow bodies and unread responses on one connection. */
function lateness(patience: ConnectionPatience, log: Log): Lateness {
  let unread: { readonly sent: number; readonly since: number } | undefined;
  let last = performance.now();
  const isUnread = (socket: Socket, now: number) => {
    const pending = socket.writableLength;
    // While the system sends one large write, its progress is visible only once the system has taken all of it.
    const sent = socket.bytesWritten - pending;
    if (pending === 0) unread = undefined;
    else if (unread?.sent !== sent) unread = { sent, since: now };
    return unread !== undefined && now - unread.since > patience.transfer + millisFor(pending, patience);
  };
  return {
    look: (socket, exchanges) => {
      const now = performance.now();
      // If the process had no time to read, the client is not to blame.
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
  // Data that has arrived and waits to be read is not late.
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
  /** From now on, each response is the last of its connection, so that clients look for another server. */
  letGo(): void;
  /** Closes connections that carry no request now, and the others as soon as their response is complete. */
  endIdle(): void;
  /** Whether a connection is over the limit. Its request must be answered with `tooMany`. */
  isRefused(socket: Duplex): boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly exchanges: Set<Exchange>;
  readonly lateness: Lateness;
  /** Since when the connection has carried no request. */
  quietSince: number;
  /** Whether the connection has carried a request. */
  served: boolean;
  /** Whether it is a WebSocket, which is managed elsewhere. */
  upgraded: boolean;
  refused: boolean;
}

/** Connections over the limit that get an answer; beyond these, connections are dropped without one. */
const refusedAtOnce = 100;
const warnEvery = 60_000;

/** The answer to a connection over the limit. */
export function tooMany(): CandorError {
  return new CandorError('OVERLOADED', 'The server has as many connections as it takes. Try again in 1 s.', {
    remedy: 'Close connections that you do not need, and try again. connections of CANDOR_LIMITS is the limit.',
    details: { limit: 'CONNECTIONS', retryAfterSeconds: 1 },
  });
}

/**
 * Limits the number of connections and how long they may be silent. At the limit, the connection that has been quiet
 * the longest makes room; those that never sent a request go first. If none is quiet, the new one is refused.
 */
export function trackConnections(
  server: Server,
  limits: Pick<ConnectionConfig, 'total' | 'perAddress'>,
  patience: ConnectionPatience,
  log: Log,
): Connections {
  const open = new Map<Duplex, Connection>();
  const admit = createRoom(open, limits, patience, log);
  let [lettingGo, ending] = [false, false];
  server.maxConnections = limits.total + refusedAtOnce;
  server.on('connection', (socket) => {
    // A socket whose offer of another protocol was ignored is also emitted as a new connection.
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
    if (lettingGo) response.setHeader('Connection', 'close');
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
    letGo: () => void (lettingGo = true),
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

/** @returns a function to call with each new connection once it is open */
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

/** For IPv6, returns only the first half: a client that has one address has all that share this prefix. */
function addressOf({ remoteAddress = '' }: Socket): string {
  const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])].slice(0, 4).join(':');
}

const headerRemedy = { remedy: 'Send the whole head of the request at once, with at most 16 kB of headers.' };

/**
 * Answers requests that Node's parser could not read, and headers that did not arrive. Writes raw text, because no
 * response object exists for them.
 */
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
