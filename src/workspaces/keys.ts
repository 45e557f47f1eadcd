import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { isUuid, newId } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import {
  type Caller,
  demandAll,
  demandPrivate,
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
  /** The groups whose restricted documents it may read; null: every document. */
  readonly accessGroups: readonly string[] | null;
  /** A subset of the role's scopes. */
  readonly scopes: readonly Scope[];
  /** Origins of the pages that may use it; null: not a public key. */
  readonly origins: readonly string[] | null;
  readonly runs: RunAccess;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly rotatedAt: Date | null;
  /** The time until which the previous secret works; null: there is none. */
  readonly previousSecretUntil: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewSecret {
  readonly key: ApiKey;
  /** Returned once, and stored only as a hash. */
  readonly secret: string;
}

export interface Keys {
  /**
   * Creates a key. Its secret is returned once and stored only as a hash. `accessGroups`: null for every document. If
   * left out, a READER sees only documents that are open to all, because a key that is handed out must not open more
   * than was specified. Roles that may write see every document.
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
   * Gives a key another secret; the previous one works for `overlapSeconds` more. @throws NOT_FOUND, also for a key
   * that is revoked or expired; BAD_INPUT
   */
  rotate(workspaceId: string, id: string, overlapSeconds?: number): Promise<NewSecret>;
  /** @throws NOT_FOUND */
  revoke(workspaceId: string, id: string): Promise<ApiKey>;
  /**
   * Returns the caller that a secret identifies.
   * @param origin of the page that sent it, to which a public key is bound
   * @throws UNAUTHENTICATED for anything else; FORBIDDEN for a public key from another page
   */
  authenticate(secret: string, origin?: string): Promise<Caller>;
}

/** This runs before the question, so no budget of a question limits it. */
const authenticateMillis = 5_000;
/** The use of a key is recorded at most once a minute. */
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

/**
 * The same message for a key that is unknown, revoked, expired or used with a wrong secret: it never reveals which keys
 * exist.
 */
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
 * `ck_` + workspace, key and secret in base64url. The key contains the workspace so that a lookup reaches one shard:
 * 1.1 ms, not 23.
 */
const keyShape = /^ck_([\w-]{22})([\w-]{22})([\w-]{43})$/;

interface ReadSecret {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly hash: Buffer;
}

/**
 * Returns a new secret for a key and the hash to store. 32 random bytes cannot be guessed, so no slow hash is needed.
 */
function makeSecret(workspaceId: string, keyId: string): { readonly secret: string; readonly hash: Buffer } {
  const random = randomBytes(secretBytes);
  return {
    secret: `ck_${packUuid(workspaceId)}${packUuid(keyId)}${random.toString('base64url')}`,
    hash: hashOf(random),
  };
}

/** Returns undefined for anything that is not a key of Candor. */
function readSecret(secret: string): ReadSecret | undefined {
  const [, workspace, id, random] = keyShape.exec(secret) ?? [];
  if (!workspace || !id || !random) return undefined;
  return {
    workspaceId: unpackUuid(workspace),
    keyId: unpackUuid(id),
    hash: hashOf(Buffer.from(random, 'base64url')),
  };
}

/** Compares in a time that reveals nothing about where the hashes differ. */
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

export interface KeyRequest extends KeyLimits {
  readonly name: string;
  readonly role: Role;
  /** Left out: no groups for a READER, all documents for the other roles. */
  readonly accessGroups?: Reader['accessGroups'] | undefined;
}

/**
 * Manages the keys of the caller's workspace. Every operation requires ADMIN and a key that sees every document,
 * because any other key could create one that sees more than itself.
 */
export interface Identity {
  keys(caller: Caller): Promise<readonly ApiKey[]>;
  /** @throws BAD_INPUT */
  createKey(caller: Caller, request: KeyRequest): Promise<NewSecret>;
  /** @throws NOT_FOUND, also for a key that is revoked or expired; BAD_INPUT */
  rotateKey(caller: Caller, id: string, overlapSeconds?: number): Promise<NewSecret>;
  /** @throws NOT_FOUND */
  revokeKey(caller: Caller, id: string): Promise<ApiKey>;
  /** Returns what the workspace and its keys may spend, and have spent. */
  allowances(caller: Caller): Promise<readonly Allowance[]>;
  /** Returns those of the caller's own key; unlike the others, for any role. @throws FORBIDDEN for a public key */
  ownAllowances(caller: Caller): Promise<readonly Allowance[]>;
  /** Returns null if the allowance was removed. @throws BAD_INPUT, NOT_FOUND */
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
    ownAllowances: async (caller) => {
      demandPrivate(caller);
      const { workspaceId, keyId } = caller;
      return keyId === null ? [] : (await spending.list(workspaceId)).filter(({ holderId }) => holderId === keyId);
    },
    setAllowance: async (caller, request) => spending.set(workspaceOf(caller), request),
  };
}
