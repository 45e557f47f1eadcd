import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import { type RefusedClient, refusedFor } from '../currentRequest.ts';
import { failureResponse } from '../failure.ts';
import { type Admission, type RefusedTurn, retryAfterOf } from './admission.ts';

/** A client that was refused, and the operations that it was refused. */
interface Known extends RefusedClient {
  readonly operations: LRUCache<string, true>;
}

const clientsKept = 1_000;
const operationsKept = 20;
const keptMillis = 600_000;
/** The most that is read before the request has a caller: a question has at most some kilobytes. */
const mostBytes = 16 * 1024;

/**
 * Refuses, before a request has a caller, a parsed body and a validated operation, what it would be refused after: an
 * operation that this client was refused before, while there is no turn for it. It takes some 50 µs; the whole way takes
 * milliseconds, in the thread that answers. Other operations of the client pass, and everything does from a page of
 * another site, which needs its headers.
 */
export function openDoor(
  site: RequestListener,
  admission: Pick<Admission, 'refusal' | 'isFull'>,
  log: Log,
): RequestListener {
  const clients = new LRUCache<string, Known>({ max: clientsKept, ttl: keptMillis });
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => learn(clients, request, response));
    site(request, response);
  };
  return (request, response) => {
    if (!mayBeOperation(request)) return site(request, response);
    const known = clients.get(nameOf(request));
    if (!known || !admission.isFull(known.workspaceId, known.client)) return pass(request, response);
    peek(request, (body) => {
      const operation = operationOf(body);
      const isKnown = operation !== undefined && known.operations.has(operation);
      const refused = isKnown ? admission.refusal(known.workspaceId, known.client) : undefined;
      if (refused) refuse(response, refused, log);
      else pass(request, response);
    });
  };
}

function mayBeOperation({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    url === '/graphql' &&
    headers.origin === undefined &&
    headers['content-encoding'] === undefined &&
    headers['content-type']?.startsWith('application/json') === true &&
    Number(headers['content-length'] ?? Infinity) <= mostBytes
  );
}

/** What distinguishes clients before they are authenticated. */
const nameOf = ({ headers, socket }: IncomingMessage) => `${headers.authorization ?? ''} ${socket.remoteAddress ?? ''}`;

/** Remembers the operation of a response that says when to come back. */
function learn(clients: LRUCache<string, Known>, request: IncomingMessage, response: ServerResponse): void {
  const refused = refusedFor(response);
  if (!refused || (response.statusCode !== 429 && response.statusCode !== 503)) return;
  const operation = shapeOf((request as { readonly body?: unknown }).body);
  if (operation === undefined) return;
  const name = nameOf(request);
  const operations = clients.get(name)?.operations ?? new LRUCache<string, true>({ max: operationsKept });
  operations.set(operation, true);
  clients.set(name, { ...refused, operations });
}

/** Calls back with the body, which can be read again afterwards; with nothing if it does not arrive whole. */
function peek(request: IncomingMessage, onBody: (body: Buffer) => void): void {
  const length = Number(request.headers['content-length']);
  const chunks: Buffer[] = [];
  let size = 0;
  const read = () => {
    for (let chunk = request.read() as Buffer | null; chunk !== null; chunk = request.read() as Buffer | null) {
      chunks.push(chunk);
      size += chunk.length;
    }
    if (size < length && !request.complete) return;
    request.off('readable', read);
    const body = Buffer.concat(chunks);
    // Before the end is announced, which is on the next turn.
    if (size > 0) request.unshift(body);
    onBody(body);
  };
  request.on('readable', read);
}

function operationOf(body: Buffer): string | undefined {
  try {
    return shapeOf(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Texts and numbers that are written into an operation change with each question. */
const literals = /"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|-?\b\d[\d.eE+-]*/gu;

/**
 * Names an operation, whatever it is asked with; undefined for one whose fields depend on that, or that cannot be named.
 */
function shapeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { query, operationName, extensions } = body as Readonly<Record<string, unknown>>;
  const text = query ?? JSON.stringify(extensions);
  if (typeof text !== 'string' || text.includes('@')) return undefined;
  const shape = JSON.stringify([text.replaceAll(literals, '0'), operationName]);
  return createHash('sha256').update(shape).digest('base64');
}

function refuse(response: ServerResponse, { fault, delayMillis }: RefusedTurn, log: Log): void {
  const answer = () => {
    if (response.destroyed) return;
    const { body } = failureResponse(fault, log);
    const text = JSON.stringify(body);
    response.writeHead(fault.details['scope'] === 'PROCESS' ? 503 : 429, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Retry-After': retryAfterOf(fault),
      'Cache-Control': 'no-store',
    });
    response.end(text);
  };
  if (delayMillis === 0) return answer();
  const timer = setTimeout(answer, delayMillis);
  response.once('close', () => clearTimeout(timer));
}
