import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { CandorError } from '../errors.ts';

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export function isLoopbackName(name: string): boolean {
  return loopbackNames.has(name.toLowerCase());
}

/**
 * Local mode requires no key, so a web page must not reach it. A page of another site is recognised by Origin, which
 * browsers send with every WebSocket and POST; a site whose name was rebound to 127.0.0.1 by Host.
 * @throws FORBIDDEN
 */
export function refuseForeignPages({ host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>): void {
  if (!isLoopbackName(nameOf(`http://${host ?? ''}`))) refuse('Host', host);
  if (origin !== undefined && !isLoopbackName(nameOf(origin))) refuse('Origin', origin);
}

function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function refuse(header: string, value: string | undefined): never {
  throw new CandorError(
    'FORBIDDEN',
    `The ${header} "${value ?? ''}" is not this machine, and CANDOR_AUTH=local answers only this machine.`,
    {
      remedy: 'Open http://localhost instead, or set CANDOR_AUTH=keys and send an API key.',
    },
  );
}

/**
 * A WebSocket knows no CORS: the browser opens it for any page and shows it the answers. So a page is let in here if it
 * was served under the address that it calls, or its origin is listed. Programs send no Origin, or may forge one.
 * @throws FORBIDDEN
 */
export function refuseUnlistedPages(headers: IncomingHttpHeaders, origins: readonly string[]): void {
  const origin = headers.origin?.toLowerCase();
  if (origin === undefined || origins.includes(origin)) return;
  const page = URL.canParse(origin) ? new URL(origin).host : '';
  // No page can set these headers; a proxy that changes Host says in the other what it was.
  const own = [headers.host, headers['x-forwarded-host']].flat().map((host) => host?.toLowerCase());
  if (page !== '' && own.includes(page)) return;
  throw new CandorError('FORBIDDEN', `No WebSocket is opened for pages of "${origin}".`, {
    remedy: 'Add the origin to CANDOR_CORS_ORIGINS.',
  });
}

/** How long a browser may cache the answer to a preflight. */
const maxAgeSeconds = 600;

/**
 * Lets pages of these origins read the answers, and answers their preflights, which carry no key. Cookies are never
 * read, so none are allowed. Any other origin gets an answer without these headers, which its browser withholds from
 * the page.
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
