import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../workspaces/caller.ts';
import { createTokens, isToken } from './tokens.ts';
import { CandorError } from '../errors.ts';

/** What tells who sends a request: the key or token, and the page that a browser says it comes from. */
export type Credentials = Pick<IncomingHttpHeaders, 'authorization' | 'origin'>;

/** Who sends a request with these headers. @throws UNAUTHENTICATED, FORBIDDEN for a public key from another page */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/**
 * The one door-keeper: HTTP, graphql-ws and graphql-sse all ask it, for every operation, so that a revoked key stops
 * working on open sockets too.
 */
export function createAuthenticate(app: App, config: Config): Authenticate {
  if (config.auth === 'local') {
    const local: Caller = {
      workspaceId: config.workspaceId,
      role: 'ADMIN',
      accessGroups: null,
      keyId: null,
      kind: 'LOCAL',
    };
    return () => Promise.resolve(local);
  }
  const authenticateToken = config.jwt && createTokens(app, config.jwt);
  return async ({ authorization, origin }) => {
    const credential = bearerOf(authorization);
    return authenticateToken && isToken(credential)
      ? authenticateToken(credential)
      : app.keys.authenticate(credential, origin);
  };
}

function bearerOf(authorization: string | undefined): string {
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!secret)
    throw new CandorError(
      'UNAUTHENTICATED',
      authorization ? 'The Authorization header is not "Bearer <key>".' : 'No API key was sent.',
    );
  return secret;
}
