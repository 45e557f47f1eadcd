import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { CloseCode, type Context, type ServerOptions } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { CandorError, isCandorError, messageOf } from '../errors.ts';
import { createContext } from '../graphql/context.ts';
import { toPublicError } from '../graphql/errors.ts';
import { demandOperation } from '../graphql/execute.ts';
import { checkVariables } from '../graphql/limits.ts';
import type { Caller } from '../workspaces/caller.ts';
import { type Connections, tooMany } from './connections.ts';
import { type EntryPoint, smallBodyLimitBytes } from './entryPoint.ts';
import { endRaw, failureResponse } from './failure.ts';
import { overloadedFault } from './guards/admission.ts';
import { createKeyWatch } from './guards/keyWatch.ts';
import { refuseForeignPages, refuseUnlistedPages } from './origins.ts';

/** How long a client may take to answer the closing handshake before its socket is cut. */
const closeMillis = 1000;

interface Sockets extends Pick<Connections, 'isRefused'> {
  readonly entry: EntryPoint;
}

/** Serves operations over graphql-ws at `path`. The returned function ends them all. */
export function openWebSocket(
  server: Server,
  path: string,
  entry: EntryPoint,
  { isRefused }: Pick<Connections, 'isRefused'>,
): () => Promise<void> {
  // One message per turn of the event loop: 200 in one packet made everybody else wait.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: smallBodyLimitBytes,
    allowSynchronousEvents: false,
  });
  const { dispose } = useServer({ ...operations(entry), isProd: true }, sockets);
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return ignoreUpgrade(server, request, socket, head);
    // Node removes its own listener before this event, and an error without a listener ends the process: a reset during
    // the refusal below was enough.
    socket.on('error', (error) => {
      entry.app.log.debug('A socket failed before it was opened', { error: messageOf(error) });
    });
    if (!admit(request, socket, path, { entry, isRefused })) return;
    sockets.handleUpgrade(request, socket, head, (client) => {
      sockets.emit('connection', client, request);
      // graphql-ws writes each oversized frame to the console with a stack, and the sender is not even known. ws closes
      // the socket itself.
      client.removeAllListeners('error').on('error', (error) => {
        entry.app.log.debug('A socket failed', { error: messageOf(error) });
      });
    });
  });
  return async () => {
    const cut = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), closeMillis);
    await dispose();
    clearTimeout(cut);
  };
}

/**
 * Returns false, and answers with HTTP instead of upgrading, for another path, a foreign page or a connection over the
 * limit.
 */
function admit(request: IncomingMessage, socket: Duplex, path: string, { entry, isRefused }: Sockets): boolean {
  try {
    if (isRefused(socket)) throw tooMany();
    if (request.url?.split('?')[0] !== path)
      throw new CandorError('NOT_FOUND', 'There is no WebSocket at this address.', {
        remedy: `WebSockets are at ${path}.`,
      });
    if (entry.local) refuseForeignPages(request.headers);
    refuseUnlistedPages(request.headers, entry.app.config.corsOrigins);
    return true;
  } catch (error) {
    const { status, body } = failureResponse(error, entry.app.log);
    endRaw(socket, status, body);
    return false;
  }
}

type Params = { readonly authorization?: unknown; readonly Authorization?: unknown };

function operations(entry: EntryPoint): ServerOptions<Params, Extra> {
  const { app, schema, execution, authenticate, stopping, perSocket } = entry;
  const controllers = new WeakMap<object, AbortController>();
  const closed = createClosed();
  const watch = createKeyWatch(authenticate, execution.subscribe);
  const credentialsIn = (params: Params | undefined, { request }: Extra) => ({
    authorization: authorizationOf(params) ?? request.headers.authorization,
    origin: request.headers.origin,
  });
  return {
    onConnect: async (socket) => {
      const { connectionParams, extra } = socket;
      try {
        await authenticate(credentialsIn(connectionParams, extra));
        endWhenIdle(socket, entry.idleMillis);
        return true;
      } catch (error) {
        // 4401 is fatal to clients; graphql-ws itself answers 4403 or 4500, after which they try again.
        if (isCandorError(error, 'UNAUTHENTICATED') || isCandorError(error, 'FORBIDDEN'))
          extra.socket.close(CloseCode.Unauthorized, messageOf(error));
        else extra.socket.close(CloseCode.InternalServerError, toPublicError(error, app.log).message);
        return false;
      }
    },
    onSubscribe: async ({ connectionParams, extra, subscriptions }, _id, { query, operationName, variables }) => {
      try {
        // Checked before anything is parsed. The current operation is already among the subscriptions.
        if (Object.keys(subscriptions).length > perSocket) throw overloadedFault('SOCKET', perSocket, 1);
        checkVariables(variables);
        const credentials = credentialsIn(connectionParams, extra);
        const caller = await authenticate(credentials);
        const document = admittedDocument(entry, query, caller);
        if (!('kind' in document)) return document;
        demandOperation(document, operationName);
        const controller = new AbortController();
        const key = watch.open(credentials, caller);
        const signals = [controller.signal, closed(extra.socket), stopping, key.signal];
        const contextValue = createContext(app, caller, AbortSignal.any(signals));
        controllers.set(contextValue, controller);
        watch.bind(contextValue, key);
        return {
          schema,
          document,
          contextValue,
          operationName: operationName ?? null,
          variableValues: variables ?? null,
        };
      } catch (error) {
        return [toPublicError(error, app.log)];
      }
    },
    execute: (args: ExecutionArgs) =>
      single(execution.execute(args), () => controllers.get(args.contextValue as object)?.abort()),
    subscribe: watch.subscribe,
  };
}

/** Closes an idle socket: pings would keep it open as long as the client is there, whether or not it asks anything. */
function endWhenIdle({ subscriptions, extra: { socket } }: Context<Params, Extra>, idleMillis: number): void {
  let busy = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    if (Object.keys(subscriptions).length > 0) busy = now;
    // A normal closure, after which clients reconnect when they have something to ask.
    else if (now - busy > idleMillis) socket.close(1000, 'Nothing was asked for a while.');
  }, idleMillis / 10).unref();
  socket.once('close', () => {
    clearInterval(watch);
  });
}

/**
 * Returns the document, or the errors that keep it from running.
 * @throws what the parser throws; FORBIDDEN
 */
function admittedDocument(
  { execution, schema, trusted }: EntryPoint,
  query: string,
  caller: Caller,
): DocumentNode | readonly GraphQLError[] {
  const document = execution.parse(query);
  trusted?.demand(document, caller);
  const errors = execution.validate(schema, document);
  return errors.length > 0 ? errors : document;
}

/** A signal that aborts when a socket closes: one listener per socket, however many operations it has. */
function createClosed(): (socket: Extra['socket']) => AbortSignal {
  const signals = new WeakMap<Extra['socket'], AbortSignal>();
  return (socket) => {
    const known = signals.get(socket);
    if (known) return known;
    const controller = new AbortController();
    signals.set(socket, controller.signal);
    if (socket.readyState > socket.OPEN) controller.abort();
    else socket.once('close', () => controller.abort());
    return controller.signal;
  };
}

function authorizationOf(params: Params | undefined): string | undefined {
  const given = params?.authorization ?? params?.Authorization;
  return typeof given === 'string' ? given : undefined;
}

/**
 * Returns one result as an iterator: when the client cancels the operation, graphql-ws calls return() on an iterator,
 * but nothing on a plain result.
 */
function single(result: Promise<ExecutionResult>, abort: () => void): AsyncIterableIterator<ExecutionResult> {
  let pending: Promise<ExecutionResult> | undefined = result;
  return {
    next: async () => {
      const value = pending;
      pending = undefined;
      return value ? { done: false, value: await value } : { done: true, value: undefined };
    },
    return: () => {
      abort();
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Headers that offer another protocol, with the one that belongs to HTTP/2 (RFC 7540, 3.2.1). */
const offers: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/**
 * Serves a request that offers another protocol as if it had not. A server may ignore the offer (RFC 9110, 7.8), and
 * Java's own client makes it with every first request over http. Once one listener wants WebSockets, Node treats each
 * of them as an upgrade and hands over the socket with the body unread. The request is therefore put back without its
 * offer and read again.
 * @param head the part of the body that came with the headers
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (offers.has(name.toLowerCase())) continue;
    const kept = name.toLowerCase() === 'connection' ? withoutOffers(value) : value;
    if (kept !== '') lines.push(`${name}: ${kept}`);
  }
  // Node has read the headers as latin1, one byte per character.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** Returns the other tokens of a Connection header. */
function withoutOffers(value: string): string {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => !offers.has(word.toLowerCase()))
    .join(', ');
}
