import { CandorError } from '../errors.ts';
import { mayRole, type Reader, type Role, type RunAccess, type Scope } from './caller.ts';

/** Limits of a key besides its role and groups. Left out or null: no limit. */
export interface KeyLimits {
  /** A subset of the role's scopes; left out: all of them. */
  readonly scopes?: readonly Scope[] | null | undefined;
  readonly expiresAt?: Date | null | undefined;
  /** Origins of the pages that may use it. A key with origins is public: it can only ask. */
  readonly origins?: readonly string[] | null | undefined;
  readonly runs?: RunAccess | null | undefined;
  /** Questions, searches and checks of texts; left out: 60 for a public key, no limit for others. */
  readonly asksPerMinute?: number | null | undefined;
}

/** The same, checked. */
interface CheckedKey {
  readonly name: string;
  readonly accessGroups: Reader['accessGroups'];
  readonly scopes: readonly Scope[] | null;
  readonly expiresAt: Date | null;
  readonly origins: readonly string[] | null;
  readonly runs: RunAccess | null;
  readonly asksPerMinute: number | null;
}

const maxNameLength = 100;
const maxGroups = 100;
const maxGroupLength = 100;
const maxOrigins = 20;
/** One a second for all users of the page together. */
const publicAsksPerMinute = 60;
const maxAsksPerMinute = 100_000;

/** @throws BAD_INPUT that names the field */
export function checkKey(
  name: string,
  role: Role,
  accessGroups: Reader['accessGroups'],
  limits: KeyLimits,
  now: Date,
): CheckedKey {
  const origins = limits.origins ? checkOrigins(limits.origins) : null;
  const checked: CheckedKey = {
    name: checkName(name),
    accessGroups: accessGroups && checkGroups(accessGroups),
    scopes: checkScopes(role, limits.scopes ?? (origins ? ['ASK'] : null)),
    expiresAt: checkExpiry(limits.expiresAt ?? null, now),
    origins,
    runs: limits.runs ?? null,
    asksPerMinute: checkRate(limits.asksPerMinute ?? (origins ? publicAsksPerMinute : null)),
  };
  if (origins) checkPublic(role, checked);
  return checked;
}

/** Everyone who opens the page has the key, so it must give access only to what is open to everybody. */
function checkPublic(role: Role, { scopes, accessGroups, runs }: CheckedKey): void {
  const isOpen =
    role === 'READER' && scopes?.join() === 'ASK' && accessGroups !== null && accessGroups.length === 0 && !runs;
  if (isOpen) return;
  throw badKey(
    'origins',
    'A key with origins is public: it takes the role READER, the scope ASK, and neither groups nor runs.',
  );
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed && trimmed.length <= maxNameLength) return trimmed;
  throw badKey('name', `A key needs a name of 1 to ${maxNameLength} characters.`);
}

function checkGroups(groups: readonly string[]): string[] {
  const clean = [...new Set(groups.map((group) => group.trim()))];
  if (clean.length <= maxGroups && clean.every((group) => group.length > 0 && group.length <= maxGroupLength))
    return clean;
  throw badKey('accessGroups', `A key takes at most ${maxGroups} access groups of 1 to ${maxGroupLength} characters.`);
}

function checkScopes(role: Role, scopes: readonly Scope[] | null): readonly Scope[] | null {
  if (!scopes) return null;
  const given = [...new Set(scopes)];
  if (given.length === 0)
    throw badKey('scopes', 'A key needs at least one scope; leave scopes out for all of its role.');
  const beyond = given.find((scope) => !mayRole(role, scope));
  if (beyond) throw badKey('scopes', `The role ${role} does not have the scope ${beyond}.`);
  return given;
}

function checkExpiry(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null || expiresAt.getTime() > now.getTime()) return expiresAt;
  throw badKey('expiresAt', 'expiresAt must be an instant in the future.');
}

function checkRate(asks: number | null): number | null {
  if (asks === null || (Number.isInteger(asks) && asks >= 1 && asks <= maxAsksPerMinute)) return asks;
  throw badKey('asksPerMinute', `asksPerMinute must be a whole number from 1 to ${maxAsksPerMinute}.`);
}

/** As browsers send them: scheme, host and port, in lower case. */
function checkOrigins(origins: readonly string[]): string[] {
  const clean = [...new Set(origins.map((origin) => origin.trim().toLowerCase().replace(/\/$/, '')))];
  const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  if (clean.length > 0 && clean.length <= maxOrigins && clean.every(isOrigin)) return clean;
  throw badKey(
    'origins',
    `A public key needs 1 to ${maxOrigins} origins such as https://www.example.com, without a path.`,
  );
}

function badKey(field: string, message: string): CandorError {
  return new CandorError('BAD_INPUT', message, { details: { field } });
}
