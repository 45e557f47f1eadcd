import type { RequestHandler } from 'express';

/** How long a browser may remember that it asked. */
const maxAgeSeconds = 600;

/**
 * Lets pages of these origins read the answers, and answers their preflights, which bring no key. No cookie is ever
 * looked at, so none is allowed. Any other origin gets an answer without these headers, which its browser does not show
 * it.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    if (allowed.size === 0) return next();
    response.vary('Origin');
    const origin = request.get('origin');
    if (origin === undefined || !allowed.has(origin.toLowerCase())) return next();
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) return next();
    response.set({
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers':
        'Accept, Apollo-Require-Preflight, Authorization, Content-Type, Mcp-Protocol-Version, X-GraphQL-Event-Stream-Token, X-Request-Id, X-Requested-With',
      'Access-Control-Max-Age': String(maxAgeSeconds),
    });
    response.sendStatus(204);
  };
}
