import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../workspaces/caller.ts';
import { CandorError } from '../errors.ts';

/** Who sends a request with this Authorization header. @throws UNAUTHENTICATED. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** The one door-keeper: HTTP, graphql-ws and graphql-sse all ask it, for every operation, so that a revoked key stops working on open sockets too. */
export function createAuthenticate(app: App, config: Config): Authenticate {
  if (config.auth === 'local') {
    const local: Caller = { workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
    return () => Promise.resolve(local);
  }
  return async (authorization) => app.keys.authenticate(bearerOf(authorization));
}

function bearerOf(authorization: string | undefined): string {
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!secret) throw new CandorError('UNAUTHENTICATED', authorization ? 'The Authorization header is not "Bearer <key>".' : 'No API key was sent.');
  return secret;
}
