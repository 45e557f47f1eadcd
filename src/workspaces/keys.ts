import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { isUuid, newId } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import {
  type Caller,
  demandAll,
  type Reader,
  type Role,
  type RunAccess,
  runsOf,
  type Scope,
  scopesOf,
} from './caller.ts';
import { checkKey, type KeyLimits } from './keyRequest.ts';
import { findKey, insertKey, type KeyRow, listKeys, revokeKey, rotateKey, touchKey } from './keys.sql.ts';
import { setAllowance } from './spending.sql.ts';
import { type Allowance, type AllowanceRequest, type Spending, windowStart } from './spending.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Which restricted documents it may read; null: every document. */
  readonly accessGroups: readonly string[] | null;
  /** Never more than the role has. */
  readonly scopes: readonly Scope[];
  /** Of the pages that may use it; null: no public key. */
  readonly origins: readonly string[] | null;
  readonly runs: RunAccess;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly rotatedAt: Date | null;
  /** Until when the secret before the last rotation works; null: there is none. */
  readonly previousSecretUntil: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewSecret {
  readonly key: ApiKey;
  /** Given once, and stored only as a hash. */
  readonly secret: string;
}

export interface Keys {
  /**
   * The secret is given once and stored only as a hash. `accessGroups`: null for every document. Left out, a READER
   * sees what is open to all, because a key handed to somebody must not open more than was said; whoever may write sees
   * every document.
   * @throws BAD_INPUT
   */
  create(
    workspaceId: string,
    name: string,
    role: Role,
    accessGroups?: Reader['accessGroups'],
    limits?: KeyLimits,
  ): Promise<NewSecret>;
  list(workspaceId: string): Promise<readonly ApiKey[]>;
  /**
   * Another secret for the same key; the one before works for `overlapSeconds` more. @throws NOT_FOUND, also for a key
   * that has ended; BAD_INPUT
   */
  rotate(workspaceId: string, id: string, overlapSeconds?: number): Promise<NewSecret>;
  /** @throws NOT_FOUND */
  revoke(workspaceId: string, id: string): Promise<ApiKey>;
  /**
   * The caller that a secret stands for.
   * @param origin of the page that sent it, which a public key is bound to
   * @throws UNAUTHENTICATED for anything else; FORBIDDEN for a public key from another page
   */
  authenticate(secret: string, origin?: string): Promise<Caller>;
}

/** No question has begun whose budget could bound it. */
const authenticateMillis = 5_000;
/** A key that works all day is written to once a minute. */
const touchMillis = 60_000;
/** How long the old secret works after a rotation. */
const overlapRange = { from: 0, standard: 86_400, to: 2_592_000 } as const;

export function createKeys(database: Database): Keys {
  return {
    create: (workspaceId, name, role, accessGroups, limits) =>
      create(database, workspaceId, name, role, accessGroups, limits),
    list: async (workspaceId) => {
      const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listKeys, [workspaceId]));
      return rows.map((row) => toKey(row));
    },
    rotate: (workspaceId, id, overlapSeconds) => rotate(database, workspaceId, id, overlapSeconds),
    revoke: async (workspaceId, id) => {
      const [row] = isUuid(id)
        ? await database.inWorkspace(workspaceId, (transaction) =>
            transaction.query(revokeKey, [workspaceId, id, new Date()]),
          )
        : [];
      if (!row) throw noKey(id);
      return toKey(row);
    },
    authenticate: (secret, origin) => authenticate(database, secret, origin),
  };
}

async function create(
  database: Database,
  workspaceId: string,
  name: string,
  role: Role,
  accessGroups: Reader['accessGroups'] = role === 'READER' ? [] : null,
  limits: KeyLimits = {},
): Promise<NewSecret> {
  const createdAt = new Date();
  const { scopes, runs, asksPerMinute, ...checked } = checkKey(name, role, accessGroups, limits, createdAt);
  const key: ApiKey = {
    ...checked,
    id: newId(),
    role,
    scopes: scopesOf({ role, scopes: scopes ?? undefined }),
    runs: runsOf({ role, runs: runs ?? undefined }),
    createdAt,
    lastUsedAt: null,
    rotatedAt: null,
    previousSecretUntil: null,
    revokedAt: null,
  };
  const { secret, hash } = makeSecret(workspaceId, key.id);
  const { accessGroups: groups, expiresAt, origins } = key;
  const values = [workspaceId, key.id, key.name, role, groups, hash, createdAt, scopes, expiresAt, origins, runs];
  await database.inWorkspace(workspaceId, async (transaction) => {
    await transaction.query(insertKey, values);
    if (asksPerMinute === null) return;
    const start = windowStart('MINUTE', createdAt);
    await transaction.query(setAllowance, [workspaceId, key.id, 'MINUTE', asksPerMinute, null, start]);
  });
  return { key, secret };
}

async function rotate(
  database: Database,
  workspaceId: string,
  id: string,
  overlapSeconds: number = overlapRange.standard,
): Promise<NewSecret> {
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < overlapRange.from || overlapSeconds > overlapRange.to)
    throw new CandorError(
      'BAD_INPUT',
      `overlapSeconds must be a whole number from ${overlapRange.from} to ${overlapRange.to}.`,
      { details: { field: 'overlapSeconds', value: overlapSeconds } },
    );
  if (!isUuid(id)) throw noKey(id);
  const now = new Date();
  const { secret, hash } = makeSecret(workspaceId, id);
  const until = new Date(now.getTime() + overlapSeconds * 1_000);
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(rotateKey, [workspaceId, id, hash, until, now]),
  );
  if (!row) throw noKey(id);
  return { key: toKey(row), secret };
}

async function authenticate(database: Database, secret: string, origin: string | undefined): Promise<Caller> {
  const read = readSecret(secret);
  if (!read) throw new CandorError('UNAUTHENTICATED', 'This is not an API key of Candor.');
  const { workspaceId, keyId } = read;
  return database.inWorkspace(
    workspaceId,
    async (transaction) => {
      const [row] = await transaction.query(findKey, [workspaceId, keyId]);
      const now = new Date();
      if (!row || !opens(row, read.hash, now)) throw unknownKey();
      checkOrigin(row, origin);
      if ((row.last_used_at?.getTime() ?? 0) < now.getTime() - touchMillis)
        await transaction.query(touchKey, [workspaceId, keyId, now]);
      return toCaller(workspaceId, row);
    },
    { timeoutMillis: authenticateMillis },
  );
}

type SecretRow = KeyRow & { readonly secret_hash: Buffer; readonly previous_hash: Buffer | null };

function opens(row: SecretRow, hash: Buffer, now: Date): boolean {
  const isCurrent = sameHash(row.secret_hash, hash);
  const isPrevious =
    row.previous_hash !== null &&
    sameHash(row.previous_hash, hash) &&
    row.previous_until !== null &&
    row.previous_until > now;
  return (isCurrent || isPrevious) && row.revoked_at === null && (row.expires_at === null || row.expires_at > now);
}

/** The same words for a key that is unknown, ended, or whose secret is wrong: none tells which keys there are. */
function unknownKey(): CandorError {
  return new CandorError('UNAUTHENTICATED', 'The API key is unknown, has expired or was revoked.');
}

function checkOrigin({ origins }: KeyRow, origin: string | undefined): void {
  if (origins === null || (origin !== undefined && origins.includes(origin.toLowerCase()))) return;
  throw new CandorError('FORBIDDEN', 'This public key works from the pages it was made for, and from nowhere else.', {
    remedy: "Open the page on one of the key's origins, or use a key of your own.",
  });
}

function toCaller(workspaceId: string, row: KeyRow): Caller {
  return {
    workspaceId,
    role: row.role,
    accessGroups: row.access_groups,
    keyId: row.key_id,
    kind: 'KEY',
    ...(row.scopes ? { scopes: row.scopes } : {}),
    ...(row.runs ? { runs: row.runs } : {}),
    ...(row.origins ? { isPublic: true } : {}),
  };
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.key_id,
    name: row.name,
    role: row.role,
    accessGroups: row.access_groups,
    scopes: scopesOf({ role: row.role, scopes: row.scopes ?? undefined }),
    origins: row.origins,
    runs: runsOf({ role: row.role, runs: row.runs ?? undefined }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    rotatedAt: row.rotated_at,
    previousSecretUntil: row.previous_until,
    revokedAt: row.revoked_at,
  };
}

function noKey(id: string): CandorError {
  return new CandorError('NOT_FOUND', 'This workspace has no such key.', { details: { id } });
}

const secretBytes = 32;
/**
 * `ck_` + workspace, key and secret in base64url. The workspace stands in the key so that a look-up reaches one shard:
 * 1.1 ms, not 23.
 */
const keyShape = /^ck_([\w-]{22})([\w-]{22})([\w-]{43})$/;

interface ReadSecret {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly hash: Buffer;
}

/**
 * A new secret for a key, and the hash that is stored of it: 32 random bytes leave nothing to guess, so no slow hash is
 * needed.
 */
function makeSecret(workspaceId: string, keyId: string): { readonly secret: string; readonly hash: Buffer } {
  const random = randomBytes(secretBytes);
  return {
    secret: `ck_${packUuid(workspaceId)}${packUuid(keyId)}${random.toString('base64url')}`,
    hash: hashOf(random),
  };
}

/** Undefined for what is no key of Candor. */
function readSecret(secret: string): ReadSecret | undefined {
  const [, workspace, id, random] = keyShape.exec(secret) ?? [];
  if (!workspace || !id || !random) return undefined;
  return {
    workspaceId: unpackUuid(workspace),
    keyId: unpackUuid(id),
    hash: hashOf(Buffer.from(random, 'base64url')),
  };
}

/** In a time that tells nothing of where they differ. */
function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function hashOf(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}

function packUuid(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

function unpackUuid(packed: string): string {
  const hex = Buffer.from(packed, 'base64url').toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A key to be made. */
export interface KeyRequest extends KeyLimits {
  readonly name: string;
  readonly role: Role;
  /** Left out: none for a READER, all documents for the others. */
  readonly accessGroups?: Reader['accessGroups'] | undefined;
}

/**
 * The keys of the caller's workspace. All need ADMIN, and a key that sees every document: it could else make one that
 * sees more than itself.
 */
export interface Identity {
  keys(caller: Caller): Promise<readonly ApiKey[]>;
  /** @throws BAD_INPUT */
  createKey(caller: Caller, request: KeyRequest): Promise<NewSecret>;
  /** @throws NOT_FOUND, also for a key that has ended; BAD_INPUT */
  rotateKey(caller: Caller, id: string, overlapSeconds?: number): Promise<NewSecret>;
  /** @throws NOT_FOUND */
  revokeKey(caller: Caller, id: string): Promise<ApiKey>;
  /** What the workspace and its keys may spend, and have spent. */
  allowances(caller: Caller): Promise<readonly Allowance[]>;
  /** Null where it was taken away. @throws BAD_INPUT, NOT_FOUND */
  setAllowance(caller: Caller, request: AllowanceRequest): Promise<Allowance | null>;
}

export function createIdentity(keys: Keys, spending: Spending): Identity {
  const workspaceOf = (caller: Caller) => demandAll(caller, 'ADMIN').workspaceId;
  return {
    keys: async (caller) => keys.list(workspaceOf(caller)),
    createKey: async (caller, { name, role, accessGroups, ...limits }) =>
      keys.create(workspaceOf(caller), name, role, accessGroups, limits),
    rotateKey: async (caller, id, overlapSeconds) => keys.rotate(workspaceOf(caller), id, overlapSeconds),
    revokeKey: async (caller, id) => keys.revoke(workspaceOf(caller), id),
    allowances: async (caller) => spending.list(workspaceOf(caller)),
    setAllowance: async (caller, request) => spending.set(workspaceOf(caller), request),
  };
}
