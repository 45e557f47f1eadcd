import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { App } from '../app/app.ts';
import { CandorError } from '../errors.ts';
import type { Execution } from '../graphql/execute.ts';
import type { Log } from '../log.ts';
import { inRemoteTrace } from '../telemetry/spans.ts';
import type { Authenticate } from './authenticate.ts';
import type { TrustedDocuments } from './guards/trustedDocuments.ts';

/** What the three entry points to GraphQL share. */
export interface EntryPoint {
  readonly app: App;
  readonly schema: GraphQLSchema;
  readonly execution: Execution;
  readonly authenticate: Authenticate;
  /** True in local mode: requests from pages of other sites are refused. */
  readonly local: boolean;
  /** Whether the schema may be read. */
  readonly introspection: boolean;
  /** The operations that callers without an admin key may run; null: any operation. */
  readonly trusted: TrustedDocuments | null;
  /** Concurrent operations over one WebSocket. */
  readonly perSocket: number;
  /** How long a WebSocket or a shared event stream may stay open without an operation. */
  readonly idleMillis: number;
  /** Aborted when the server stops: subscriptions end. */
  readonly stopping: AbortSignal;
}

/** Large enough to ingest one document of 5,000,000 characters in UTF-8; more documents go in more requests. */
export const bodyLimitBytes = 12 * 1024 * 1024;
/**
 * The limit for a READER, who ingests nothing, and for a message over WebSocket, which arrives before the caller is
 * known. The most they send is a text of 20,000 characters to check.
 */
export const smallBodyLimitBytes = 1024 * 1024;

/**
 * Everything that one of our pages loads comes from this server. Monaco starts its workers from blobs and writes style
 * elements; nothing is evaluated.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const securityHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  next();
};

/**
 * Echoes X-Request-Id, or creates one, and logs one line per request: probes and pages at debug level. A client's id is
 * accepted only if it is plain text.
 */
export function traceRequests(log: Log): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const requestId = given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
    const started = performance.now();
    const { method, path } = request;
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      const millis = Math.round(performance.now() - started);
      log[path.startsWith('/graphql') ? 'info' : 'debug']('Request', {
        requestId,
        method,
        path,
        status: response.statusCode,
        millis,
        completed: response.writableFinished,
      });
    });
    inRemoteTrace(request.headers, next);
  };
}

/** Aborted when the client closes the connection before the response is complete. */
export function disconnectSignal(response: Response | ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new CandorError('CANCELLED', 'The client closed the connection.'));
  });
  return controller.signal;
}
