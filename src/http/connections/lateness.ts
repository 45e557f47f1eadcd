import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CandorError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { failureResponse } from '../failure.ts';
import type { ConnectionPatience } from './patience.ts';

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How much longer the body may fall behind, in milliseconds. */
  credit: number;
  /** Of the connection, when that was last counted. */
  bytesRead: number;
  /** When the response was found to be complete and the body was not. */
  lingersSince: number | undefined;
}

export function newExchange(
  request: IncomingMessage,
  response: ServerResponse,
  patience: ConnectionPatience,
): Exchange {
  const { bytesRead } = request.socket;
  return { request, response, credit: patience.transfer, bytesRead, lingersSince: undefined };
}

export interface Lateness {
  /** Ends what is late: with a word where one can still be said. Called every `patience.check`. */
  look(socket: Socket, exchanges: Iterable<Exchange>): void;
}

/** Of one connection: bodies that trickle, and responses that nobody reads. */
export function lateness(patience: ConnectionPatience, log: Log): Lateness {
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
