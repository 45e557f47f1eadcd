import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { GraphQLError } from 'graphql';
import type { HandlerOptions } from 'graphql-sse';
import { createHandler, type RequestContext } from 'graphql-sse/lib/use/express';
import { z } from 'zod';
import { CandorError, isCandorError } from '../errors.ts';
import { createContext } from '../graphql/context.ts';
import { envelopeRemedy, toPublicError } from '../graphql/errors.ts';
import { demandOperation } from '../graphql/execute.ts';
import type { Caller } from '../workspaces/caller.ts';
import { callerOf } from './authenticate.ts';
import { disconnectSignal, type EntryPoint } from './entryPoint.ts';
import { RequestFault } from './failure.ts';
import { overloadedFault } from './guards/admission.ts';
import { createKeyWatch } from './guards/keyWatch.ts';

const eventStream = 'text/event-stream';

/** Whether a request to /graphql is for graphql-sse and not for Apollo. */
export function wantsEventStream(request: Request): boolean {
  return (
    request.method === 'PUT' ||
    request.method === 'DELETE' ||
    request.get('accept')?.includes(eventStream) === true ||
    streamTokenOf(request) !== undefined
  );
}

const member = z.record(z.string(), z.unknown(), 'is not an object').nullish();
const Params = z.object(
  {
    query: z.string('is not text'),
    operationName: z.string('is not text').nullish(),
    variables: member,
    extensions: member,
  },
  'is not a JSON object',
);

/**
 * Rejects malformed requests that graphql-sse refuses without an error code, or without any message.
 * @throws BAD_INPUT
 */
function checkParams(request: Request): void {
  if (request.method === 'POST' && !request.is('application/json'))
    throw new RequestFault(
      415,
      'The body of the request is not declared as JSON.',
      'Send it as JSON, with the header "Content-Type: application/json".',
    );
  const params =
    request.method === 'POST' ? (request.body as unknown) : paramsOf(new URL(request.url, 'http://localhost'));
  const [issue] = Params.safeParse(params).error?.issues ?? [];
  if (issue)
    throw new CandorError('BAD_INPUT', `${issue.path.join('.') || 'The request'} ${issue.message}.`, {
      remedy: envelopeRemedy,
      details: { field: issue.path.join('.') },
    });
}

function paramsOf({ searchParams }: URL): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...searchParams].map(([name, value]) => [
      name,
      name === 'variables' || name === 'extensions' ? (value === '' ? null : parsed(value)) : value,
    ]),
  );
}

/** Text that is not JSON stays text, which fails the check for an object. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

function wrongMethod(request: Request, response: Response): RequestFault {
  response.set('Allow', methods.join(', '));
  return new RequestFault(
    405,
    `An event stream takes no ${request.method}.`,
    'POST or GET an operation; reserve a shared stream with PUT, and end an operation of it with DELETE.',
  );
}

/**
 * Serves subscriptions as server-sent events: one connection for each operation, or one that all operations of a client
 * share.
 */
export function openEventStream(entry: EntryPoint): RequestHandler {
  const distinct = createHandler({
    authenticate: () => null,
    ...streamOptions(entry, ({ context: { res } }) => disconnectSignal(res)),
  });
  const shared = createSharedStreams(entry);
  return async (request, response, next) => {
    if (request.method === 'POST' || (request.method === 'GET' && streamTokenOf(request) === undefined))
      checkParams(request);
    if (streamTokenOf(request) !== undefined && !methods.includes(request.method)) throw wrongMethod(request, response);
    if (request.method === 'PUT' || streamTokenOf(request) !== undefined)
      return void (await shared(request, response, next));
    if (request.method !== 'GET' && request.method !== 'POST') throw wrongMethod(request, response);
    if (!request.get('accept')?.includes(eventStream)) throw unacceptable(eventStream);
    // graphql-sse compares the whole header, but clients may send a list.
    request.headers.accept = eventStream;
    await distinct(request, response);
  };
}

type Options = Required<
  Pick<
    HandlerOptions<Request, RequestContext, Record<string, unknown>>,
    'validate' | 'execute' | 'subscribe' | 'onSubscribe'
  >
>;
type StreamRequest = Parameters<Options['onSubscribe']>[0];

/** The token of the shared stream that a request belongs to; undefined for a connection for one operation. */
function streamTokenOf({ headers, query }: Request): string | undefined {
  const token = headers['x-graphql-event-stream-token'] ?? query['token'];
  return typeof token === 'string' ? token : undefined;
}

/** How graphql-sse runs operations: with the same limits and masking of errors as the other entry points. */
function streamOptions(
  { app, schema, execution, stopping, trusted, authenticate }: EntryPoint,
  signalOf: (request: StreamRequest, operationId: unknown) => AbortSignal,
): Options {
  const watch = createKeyWatch(authenticate, execution.subscribe);
  return {
    validate: execution.validate,
    execute: execution.execute,
    subscribe: watch.subscribe,
    onSubscribe: (request, { query, operationName, variables, extensions }) => {
      try {
        const caller = callerOf(request.context.res);
        const key = watch.open(request.raw.headers, caller);
        const signal = AbortSignal.any([signalOf(request, extensions?.['operationId']), stopping, key.signal]);
        const document = execution.parse(query);
        trusted?.demand(document, caller);
        if (demandOperation(document, operationName) === 'mutation' && request.method === 'GET')
          return [JSON.stringify({ errors: [toPublicError(overGet(), app.log)] }), mutationOverGet];
        // Spread, because graphql-sse types a context as a record, which an interface is not.
        const contextValue = { ...createContext(app, caller, signal) };
        watch.bind(contextValue, key);
        return {
          schema,
          document,
          operationName: operationName ?? null,
          variableValues: variables ?? null,
          contextValue,
        };
      } catch (error) {
        if (isCandorError(error, 'FORBIDDEN'))
          return [
            JSON.stringify({ errors: [toPublicError(error, app.log)] }),
            { ...badRequest, status: 403, statusText: 'Forbidden' },
          ];
        if (!(error instanceof GraphQLError)) throw error;
        return [JSON.stringify({ errors: [error] }), badRequest];
      }
    },
  };
}

/** Time between the reservation of a stream and its opening. */
const reservedMillis = 30_000;
/** Streams of one caller, reserved or open. */
const streamsPerCaller = 16;

const badRequest = {
  status: 400,
  statusText: 'Bad Request',
  headers: { 'content-type': 'application/json; charset=utf-8' },
};

const mutationOverGet = {
  status: 405,
  statusText: 'Method Not Allowed',
  headers: { ...badRequest.headers, allow: 'POST' },
};

function overGet(): CandorError {
  return new CandorError('BAD_INPUT', 'A mutation cannot be sent over GET.', { remedy: 'Send it over POST.' });
}

/** Rejects what graphql-sse would answer without an error code. */
function checkOperationId(stream: Stream, { method, query, body, headers }: Request): void {
  if (method === 'DELETE' ? query['operationId'] : headers.accept?.includes('text/event-stream')) return;
  const given = (body as { readonly extensions?: { readonly operationId?: unknown } | null } | undefined)?.extensions;
  const fault =
    method === 'DELETE' || !given?.operationId
      ? 'The request names no operation of its stream (operationId).'
      : stream.operations.has(given.operationId)
        ? 'The stream has an operation of this id already.'
        : undefined;
  if (fault !== undefined)
    throw new CandorError('BAD_INPUT', fault, {
      remedy:
        'Give each operation of a stream an id of its own: as extensions.operationId with POST, as ?operationId= with DELETE.',
    });
}

/** The fault of a request whose Accept header does not fit: graphql-sse answers it without a message. */
function unacceptable(type: string): RequestFault {
  return new RequestFault(
    406,
    `The answer would be ${type}, which the request does not accept.`,
    `Send the header "Accept: ${type}".`,
  );
}

/**
 * graphql-sse compares the whole header, but clients may send a list.
 * @throws RequestFault 406
 */
function settleAccept(request: Request, type: string): void {
  if (!request.accepts(type)) throw unacceptable(type);
  request.headers.accept = type;
}

interface Stream {
  readonly owner: string;
  readonly handle: (request: Request, response: Response) => Promise<void>;
  readonly operations: Map<unknown, AbortController>;
  /** Ends the stream and everything that runs in it. */
  readonly end: () => void;
  readonly isOpen: () => boolean;
  /** Called with the response on which the stream now runs. */
  readonly opened: (response: Response) => void;
}

const ownerOf = ({ workspaceId, keyId, role, accessGroups }: Caller) =>
  JSON.stringify([workspaceId, keyId, role, accessGroups]);

/**
 * The single-connection mode of graphql-sse: PUT reserves a stream, GET opens it, POST adds an operation, DELETE ends
 * one. A token alone opens nothing: each request is authenticated, and only the caller that reserved a stream can use
 * it.
 */
function createSharedStreams(entry: EntryPoint): RequestHandler {
  const streams = new Map<string, Stream>();
  const reserve = async (request: Request, response: Response) => {
    const owner = ownerOf(callerOf(response));
    const own = [...streams.values()].filter((stream) => stream.owner === owner).length;
    if (own >= streamsPerCaller) throw overloadedFault('SOCKET', streamsPerCaller, reservedMillis / 1000);
    settleAccept(request, 'text/plain');
    const token = randomUUID();
    const stream = openStream(entry, owner, token, () => streams.delete(token));
    streams.set(token, stream);
    await stream.handle(request, response);
  };
  return async (request, response) => {
    if (request.method === 'PUT') return reserve(request, response);
    const stream = streams.get(streamTokenOf(request) ?? '');
    if (stream?.owner !== ownerOf(callerOf(response)))
      throw new CandorError('NOT_FOUND', 'There is no such event stream.', {
        remedy: 'Reserve one with PUT; it must be opened within 30 seconds and is gone when its connection closes.',
      });
    if (request.get('accept')?.includes('text/event-stream')) {
      if (stream.isOpen())
        throw new RequestFault(409, 'The stream is open already.', 'Reserve a stream of its own for each connection.');
      request.headers.accept = 'text/event-stream';
      stream.opened(response);
      response.once('close', stream.end);
    } else if (request.method !== 'DELETE') settleAccept(request, 'application/json');
    checkOperationId(stream, request);
    await stream.handle(request, response);
    // graphql-sse ends subscriptions itself, but lets queries continue.
    if (request.method === 'DELETE') stream.operations.get(request.query['operationId'])?.abort();
  };
}

/** Each stream has its own handler, so that what graphql-sse keeps for it is discarded with it. */
function openStream(entry: EntryPoint, owner: string, token: string, forget: () => void): Stream {
  const closed = new AbortController();
  const operations = new Map<unknown, AbortController>();
  const ids = new WeakMap<object, unknown>();
  const end = () => {
    clearTimeout(unopened);
    closed.abort(new CandorError('CANCELLED', 'The client closed the connection.'));
    forget();
  };
  const unopened = setTimeout(end, reservedMillis).unref();
  let connected = false;
  const opened = (response: Response) => {
    connected = true;
    clearTimeout(unopened);
    endWhenIdle(response, operations, entry.idleMillis);
  };
  const options = streamOptions(entry, (_request, operationId) => {
    const controller = new AbortController();
    operations.set(operationId, controller);
    return AbortSignal.any([closed.signal, controller.signal]);
  });
  const handle = createHandler({
    ...options,
    authenticate: () => token,
    // Validated below, so that a refused operation is not counted.
    validate: () => [],
    onSubscribe: async (request, params) => {
      if (operations.size >= entry.perSocket) throw overloadedFault('SOCKET', entry.perSocket, 1);
      const operationId = params.extensions?.['operationId'];
      const prepared = await options.onSubscribe(request, params);
      const errors =
        prepared && 'document' in prepared ? entry.execution.validate(entry.schema, prepared.document) : [];
      if (!prepared || !('document' in prepared) || errors.length > 0) operations.delete(operationId);
      else ids.set(prepared.contextValue, operationId);
      return errors.length > 0 ? [JSON.stringify({ errors }), badRequest] : prepared;
    },
    onComplete: (context) => void operations.delete(ids.get(context)),
  });
  return { owner, handle, operations, end, isOpen: () => connected, opened };
}

/** Ends a stream that has had no operation for a while: its pings would keep it open forever. */
function endWhenIdle(response: Response, operations: Stream['operations'], idleMillis: number): void {
  let busy = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    if (operations.size > 0) busy = now;
    else if (now - busy > idleMillis) response.end();
  }, idleMillis / 10).unref();
  response
    .once('close', () => {
      clearInterval(watch);
    })
    // A ping may be written after the end and before the close.
    .on('error', () => undefined);
}
