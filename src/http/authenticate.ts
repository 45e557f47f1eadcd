import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, type JWTPayload, jwtVerify } from 'jose';
import type { App } from '../app/app.ts';
import type { Config } from '../config/config.ts';
import type { JwtConfig } from '../config/jwt.ts';
import { isUuid } from '../db/statement.ts';
import { CandorError, diagnosisOf } from '../errors.ts';
import { checkedAddresses, httpGet, readBody } from '../knowledge/ingest/httpGet.ts';
import { type Caller, type Role, roles } from '../workspaces/caller.ts';
import { refuseForeignPages } from './origins.ts';

/** What identifies the sender of a request: the key or token, and the page that a browser says it comes from. */
export type Credentials = Pick<IncomingHttpHeaders, 'authorization' | 'origin'>;

/**
 * Returns the caller that sends a request with these headers.
 * @throws UNAUTHENTICATED; FORBIDDEN for a public key used from another page
 */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/**
 * The only place that authenticates. HTTP, graphql-ws and graphql-sse all use it for every operation, so that a revoked
 * key also stops working on open sockets.
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

/**
 * Returns the caller that a token identifies.
 * @throws UNAUTHENTICATED; FORBIDDEN for a token that opens no workspace; OVERLOADED while the provider's keys cannot
 * be fetched
 */
export type AuthenticateToken = (token: string) => Promise<Caller>;

/** A key set is a few kB. */
const maxKeyBytes = 256 * 1024;
const fetchMillis = 3_000;
/**
 * A token with an unknown key id makes the server fetch the keys again, at most this often: nobody can make the server
 * call the provider by guessing ids.
 */
const cooldownMillis = 30_000;
const cacheMillis = 600_000;
/** A token of a person with a thousand groups has 30 kB; headers are limited to 16 kB. */
const maxTokenLength = 16_384;
const maxGroups = 500;
const maxNameLength = 100;
const maxSubjectLength = 255;

/**
 * Authenticates tokens of the configured identity provider. The keys come only from the configured address: a token
 * cannot name an address or a file.
 */
export function createTokens({ personOf, log }: Pick<App, 'personOf' | 'log'>, config: JwtConfig): AuthenticateToken {
  const keys = createRemoteJWKSet(new URL(config.jwksUrl), {
    timeoutDuration: fetchMillis,
    cooldownDuration: cooldownMillis,
    cacheMaxAge: cacheMillis,
    [customFetch]: fetchKeys,
  });
  return async (token) => {
    const payload = await verify(token, keys, config, (error) => {
      log.error('The keys of the identity provider could not be read', { error: diagnosisOf(error) });
    });
    const { sub } = payload;
    if (!isName(sub, maxSubjectLength)) throw refused('The token names nobody (sub).');
    const { workspaceId, role, accessGroups } = readClaims(payload, config.claims);
    const keyId = await personOf(workspaceId, { issuer: config.issuer, subject: sub });
    return { workspaceId, role, accessGroups, keyId, kind: 'PERSON' };
  };
}

async function verify(
  token: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  { issuer, audience, algorithms, skewSeconds }: JwtConfig,
  onKeyFault: (error: unknown) => void,
): Promise<JWTPayload> {
  if (token.length > maxTokenLength) throw refused('The token is too long.');
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: [...algorithms],
      clockTolerance: skewSeconds,
      requiredClaims: ['exp', 'sub'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused('The token has expired.', error);
    if (isOfToken(error)) throw refused('The token is not valid here.', error);
    onKeyFault(error);
    throw new CandorError('OVERLOADED', 'The identity provider does not answer. Try again in 30 s.', {
      cause: error,
      details: { scope: 'PROCESS', retryAfterSeconds: cooldownMillis / 1_000 },
      remedy: 'Try again later; an operator finds the cause in the log.',
    });
  }
}

/** Whether the fault lies in the token itself and not in the provider. */
function isOfToken(error: unknown): boolean {
  const ofKeys =
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error instanceof errors.JWKInvalid;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC' && !ofKeys;
}

/**
 * The operator named the host, so it may be in a private network. It is still resolved only once, redirects are not
 * followed, and it is never a metadata address.
 */
const fetchKeys: FetchImplementation = async (address, { signal }) => {
  const url = new URL(address);
  const addresses = await checkedAddresses(url.hostname, [url.hostname]);
  const response = await httpGet(url, addresses, { signal });
  response.on('error', () => undefined);
  try {
    const body = response.statusCode === 200 ? await readBody(response, maxKeyBytes, signal) : new Uint8Array();
    return new Response(Buffer.from(body), { status: response.statusCode === 200 ? 200 : 502 });
  } finally {
    response.destroy();
  }
};

/** @throws FORBIDDEN: the token is genuine, but opens nothing here */
function readClaims(
  payload: JWTPayload,
  names: JwtConfig['claims'],
): Pick<Caller, 'workspaceId' | 'role' | 'accessGroups'> {
  const workspaceId = claimOf(payload, names.workspace);
  const role = highestRole(claimOf(payload, names.role));
  if (typeof workspaceId !== 'string' || !isUuid(workspaceId)) throw noClaim(names.workspace, 'the id of a workspace');
  if (!role) throw noClaim(names.role, `one of ${roles.join(', ')}`);
  // In-memory data of a workspace is looked up by its id, case-sensitively.
  return {
    workspaceId: workspaceId.toLowerCase(),
    role,
    accessGroups: groupsOf(claimOf(payload, names.groups), role, names.groups),
  };
}

/**
 * Returns the claim of this name, otherwise the one at the path that its dots describe. Reads own properties only: a
 * claim named __proto__ leads nowhere.
 */
function claimOf(payload: JWTPayload, name: string): unknown {
  const own = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Readonly<Record<string, unknown>>)[key]
      : undefined;
  return own(payload, name) ?? name.split('.').reduce<unknown>(own, payload);
}

function highestRole(claim: unknown): Role | undefined {
  const named: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return roles.findLast((role) => named.includes(role));
}

function groupsOf(claim: unknown, role: Role, name: string): Caller['accessGroups'] {
  if (claim === undefined || claim === null) return role === 'READER' ? [] : null;
  const isGroup = (group: unknown): group is string => isName(group, maxNameLength);
  if (Array.isArray(claim) && claim.length <= maxGroups && claim.every(isGroup)) return claim;
  throw noClaim(name, `a list of at most ${maxGroups} names`);
}

/**
 * jose does not check the types of claims. The database would store other types, and each half of a surrogate pair, as
 * texts that may equal another person's.
 */
function isName(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= longest &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}

function refused(message: string, cause?: unknown): CandorError {
  return new CandorError('UNAUTHENTICATED', message, {
    ...(cause === undefined ? {} : { cause }),
    remedy: 'Sign in again at the identity provider, and send its new token as "Authorization: Bearer <token>".',
  });
}

function noClaim(name: string, expected: string): CandorError {
  return new CandorError('FORBIDDEN', 'The token opens no workspace here.', {
    details: { claim: name },
    remedy: `Let the identity provider put ${expected} into the claim ${name}.`,
  });
}

/** A token has three parts separated by dots; an API key has no dots. */
function isToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]*\.[\w-]*$/.test(credential);
}

/** Stored outside the response, where no other middleware can set it. */
const callers = new WeakMap<Response, Caller>();

/** Runs before the body is read, so that nobody without a key can make the server parse 12 MB. */
export function demandCaller(authenticate: Authenticate): RequestHandler {
  return async (request, response, next) => {
    callers.set(response, await authenticate(request.headers));
    next();
  };
}

/** The caller of a response that passed `demandCaller`. */
export function callerOf(response: Response): Caller {
  const caller = callers.get(response);
  if (!caller) throw new Error('A route asks for the caller without demandCaller before it');
  return caller;
}

export const demandThisMachine: RequestHandler = ({ headers }, _response, next) => {
  refuseForeignPages(headers);
  next();
};
