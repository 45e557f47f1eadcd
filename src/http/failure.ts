import type { ErrorRequestHandler } from 'express';
import { CandorError, type ErrorCode } from '../errors.ts';
import { faultOf } from '../graphql/errors.ts';
import type { Log } from '../log.ts';

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

export interface FailureResponse {
  readonly status: number;
  readonly body: { readonly errors: readonly { readonly message: string; readonly extensions: object }[] };
}

/** A fault before GraphQL runs, in the form that GraphQL clients read. */
export function failureResponse(error: unknown, log: Log): FailureResponse {
  const parsed = bodyFault(error);
  const { message, ...extensions } = faultOf(parsed?.fault ?? error, log);
  return { status: parsed?.status ?? statuses[extensions.code] ?? 500, body: { errors: [{ message, extensions }] } };
}

/** Express's own answer to bad JSON is an HTML page with the parser's stack. */
export function answerFailures(log: Log): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, body } = failureResponse(error, log);
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(status).json(body);
  };
}

/** The body parser's errors carry `type` and a 4xx `status`; anything else is not the client's fault. */
function bodyFault(error: unknown): { readonly status: number; readonly fault: CandorError } | undefined {
  if (!(error instanceof Error) || !('type' in error) || !('status' in error) || typeof error.status !== 'number')
    return undefined;
  const message =
    error.type === 'entity.parse.failed'
      ? `The request body is not JSON: ${error.message}`
      : `The request body cannot be read: ${error.message}`;
  return {
    status: error.status,
    fault: new CandorError('BAD_INPUT', message, {
      remedy:
        'Send a JSON object with "query" and "variables", as UTF-8, of at most 12 MB; 1 MB with the key of a READER.',
    }),
  };
}
