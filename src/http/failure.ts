import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorRequestHandler } from 'express';
import { CandorError, type ErrorCode, messageOf } from '../errors.ts';
import { faultOf } from '../graphql/errors.ts';
import type { Log } from '../log.ts';
import { refusedMessage, rpcNumbers } from '../mcp/rpcFault.ts';

const statuses: Partial<Record<ErrorCode, number>> = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TIMEOUT: 503,
  CANCELLED: 499,
  DATABASE_UNREACHABLE: 503,
  OVERLOADED: 503,
  BUDGET_EXCEEDED: 429,
  DOCUMENT_TOO_LARGE: 413,
  DOCUMENT_UNSUPPORTED: 415,
  DOCUMENT_INVALID: 422,
  DOCUMENT_CORRUPT: 422,
  URL_REFUSED: 422,
  URL_FAILED: 502,
};

/** A fault of the request itself, found before its content is read, with the matching HTTP status. */
export class RequestFault extends CandorError {
  readonly status: 405 | 406 | 409 | 415;

  constructor(status: 405 | 406 | 409 | 415, message: string, remedy: string) {
    super('BAD_INPUT', message, { remedy });
    this.status = status;
  }
}

interface FailureResponse {
  readonly status: number;
  readonly body: { readonly errors: readonly { readonly message: string; readonly extensions: object }[] };
}

/** The response to a fault before GraphQL runs, in the form that GraphQL clients read. */
export function failureResponse(error: unknown, log: Log): FailureResponse {
  const parsed = requestFault(error);
  const { message, ...extensions } = faultOf(parsed?.fault ?? error, log);
  return { status: parsed?.status ?? statuses[extensions.code] ?? 500, body: { errors: [{ message, extensions }] } };
}

/** The same for /mcp, in the form that MCP clients read. */
export function refusedRequest(error: unknown, log: Log): { readonly status: number; readonly body: object } {
  const parsed = requestFault(error, messageRemedy);
  const fault = faultOf(parsed?.fault ?? error, log);
  const ofCaller = isUnparsed(error) ? rpcNumbers.parse : rpcNumbers.request;
  const numbers: Partial<Record<ErrorCode, number>> = { INTERNAL: rpcNumbers.internal, BAD_INPUT: ofCaller };
  return {
    status: parsed?.status ?? statuses[fault.code] ?? 500,
    body: refusedMessage(numbers[fault.code] ?? rpcNumbers.server, fault),
  };
}

/**
 * Answers on a socket that has no response object, then destroys it: a client that does not close its end holds
 * nothing.
 */
export function endRaw(socket: Duplex, status: number, body: FailureResponse['body']): void {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

/**
 * Replaces Express's own answer to bad JSON, which is an HTML page with the parser's stack.
 * @param responseOf the form that the clients of these routes read
 */
export function answerFailures(
  log: Log,
  responseOf: typeof failureResponse | typeof refusedRequest = failureResponse,
): ErrorRequestHandler {
  return (error, _request, response, next) => {
    // A body that came too late is answered before its reader gives up.
    if (response.writableEnded) return log.debug('A request failed after its answer', { error: messageOf(error) });
    if (response.headersSent) return next(error);
    const { status, body } = responseOf(error, log);
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(status).json(body);
  };
}

/**
 * A fault that Express or its body parser finds in a request has a 4xx `status`; anything else is not the client's
 * fault.
 */
function requestFault(
  error: unknown,
  remedy = bodyRemedy,
): { readonly status: number; readonly fault: CandorError } | undefined {
  if (error instanceof RequestFault) return { status: error.status, fault: error };
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  // Thrown by the router, which decodes the names in an address.
  if (error instanceof URIError)
    return { status, fault: new CandorError('BAD_INPUT', 'The address is not encoded as UTF-8.', addressRemedy) };
  const problem = isUnparsed(error) ? 'is not JSON' : 'cannot be read';
  return {
    status,
    fault: new CandorError('BAD_INPUT', `The request body ${problem}: ${withoutText(error.message)}`, remedy),
  };
}

/** Express's body parser marks the fault with this type. */
const isUnparsed = (error: unknown) =>
  error instanceof Error && 'type' in error && error.type === 'entity.parse.failed';

/** JSON.parse quotes what it read, and short bodies in full: a key in a body must not be echoed. */
const withoutText = (message: string) => message.replace(/, (?:\.\.\.)?"[\s\S]*$/, '');

const addressRemedy = { remedy: 'Encode what stands in the address with encodeURIComponent.' };
const bodyRemedy = {
  remedy: 'Send a JSON object with "query" and "variables", as UTF-8, of at most 12 MB; 1 MB with the key of a READER.',
};
const messageRemedy = {
  remedy: 'Send messages of JSON-RPC 2.0, as UTF-8, of at most 12 MB in all; 1 MB with the key of a READER.',
};
