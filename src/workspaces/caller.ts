import { CandorError } from '../errors.ts';

/** What a key allows: READER asks and reads, EDITOR also changes knowledge, ADMIN also manages keys. */
export type Role = 'READER' | 'EDITOR' | 'ADMIN';

export const roles = ['READER', 'EDITOR', 'ADMIN'] as const satisfies readonly Role[];

/**
 * The scopes to which a key may be restricted. ASK: ask, search and judge. READ: documents, curated answers, runs.
 * WRITE: change knowledge. ADMIN: manage the workspace.
 */
export type Scope = 'ASK' | 'READ' | 'WRITE' | 'ADMIN';

export const scopes = ['ASK', 'READ', 'WRITE', 'ADMIN'] as const satisfies readonly Scope[];

/** Which runs a caller reads: those asked with the same key or by the same person, or everybody's. */
export type RunAccess = 'OWN' | 'ALL';

/**
 * The caller of an operation. Only authentication and the command line create one; everything below the app trusts it.
 */
export interface Caller {
  readonly workspaceId: string;
  readonly role: Role;
  /** The restricted documents it may read: null for all, otherwise those of these groups. */
  readonly accessGroups: readonly string[] | null;
  /** The API key, or the person of a token; null for the keyless local mode and the command line. */
  readonly keyId: string | null;
  /** Left out: KEY, or unspecified if `keyId` is null. */
  readonly kind?: 'KEY' | 'PERSON' | 'LOCAL' | 'COMMAND_LINE' | undefined;
  /** Left out: every scope of the role. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Left out: a READER reads its own runs, others every run. */
  readonly runs?: RunAccess | undefined;
  /** Whether the key is part of a web page and shared by everybody who opens it. */
  readonly isPublic?: boolean | undefined;
}

/** Restricts every read: the workspace, the groups in it, and whether drafts are included. Without a role they are. */
export type Reader = Pick<Caller, 'workspaceId' | 'accessGroups'> & Partial<Pick<Caller, 'role' | 'scopes'>>;

const rank: Readonly<Record<Role, number>> = { READER: 0, EDITOR: 1, ADMIN: 2 };

const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  READER: ['ASK', 'READ'],
  EDITOR: ['ASK', 'READ', 'WRITE'],
  ADMIN: ['ASK', 'READ', 'WRITE', 'ADMIN'],
};

/** The scope that a role's operations require of a key. */
const scopeOf: Readonly<Record<Role, Scope>> = { READER: 'READ', EDITOR: 'WRITE', ADMIN: 'ADMIN' };

/** Returns what the caller may do: its own scopes, limited to those of its role. */
export function scopesOf({ role, scopes }: Pick<Caller, 'role' | 'scopes'>): readonly Scope[] {
  return scopes ? scopesOfRole[role].filter((scope) => scopes.includes(scope)) : scopesOfRole[role];
}

export function mayRole(role: Role, scope: Scope): boolean {
  return scopesOfRole[role].includes(scope);
}

/** @throws FORBIDDEN unless the caller has the scope */
export function demandScope(caller: Caller, scope: Scope): Caller {
  const given = scopesOf(caller);
  if (given.includes(scope)) return caller;
  throw new CandorError('FORBIDDEN', `This needs a key with the scope ${scope}; this one has ${given.join(', ')}.`, {
    details: { needed: scope, scopes: given },
    remedy: 'Use a key whose scopes allow this operation; "candor keys list" shows each key\'s scopes.',
  });
}

/** @throws FORBIDDEN unless the caller has the role and its key has the matching scope */
export function demandRole(caller: Caller, role: Role): Caller {
  if (rank[caller.role] >= rank[role]) return demandScope(caller, scopeOf[role]);
  throw new CandorError('FORBIDDEN', `This needs a key with the role ${role}; this one has ${caller.role}.`, {
    details: { needed: role, role: caller.role },
  });
}

/**
 * For operations that write documents by key, and for lists of what was written: they could replace or name a document
 * that a key with groups does not see. @throws FORBIDDEN
 */
export function demandAll(caller: Caller, role: Role): Caller {
  if (demandRole(caller, role).accessGroups === null) return caller;
  throw new CandorError('FORBIDDEN', 'This needs a key that sees every document; this one has access groups.', {
    details: { accessGroups: caller.accessGroups },
  });
}

/** Returns whose runs the caller reads. */
export function runsOf({ role, runs }: Pick<Caller, 'role' | 'runs'>): RunAccess {
  return runs ?? (role === 'READER' ? 'OWN' : 'ALL');
}

/** For operations on everybody's questions. @throws FORBIDDEN for a caller that reads only its own runs */
export function demandEveryRun(caller: Caller): Caller {
  if (runsOf(demandScope(caller, 'READ')) === 'ALL') return caller;
  throw new CandorError('FORBIDDEN', 'This needs a key that reads every run; this one reads its own.', {
    details: { runs: 'OWN' },
    remedy: 'Use a key with the role EDITOR, or make one with "candor keys create --runs all".',
  });
}

/** Whether the caller reads drafts. Only callers who may write do, on any path. */
export function readsDrafts({ role, scopes }: Partial<Pick<Caller, 'role' | 'scopes'>>): boolean {
  return role === undefined || scopesOf({ role, scopes }).includes('WRITE');
}

/** Whether no document can be hidden from the reader: neither by access groups nor as a draft. */
export function seesEverything(reader: Reader): boolean {
  return reader.accessGroups === null && readsDrafts(reader);
}

/**
 * Rejects public keys: the contents of a workspace are no concern of those who open a page. @throws FORBIDDEN for a
 * public key
 */
export function demandPrivate(caller: Pick<Caller, 'isPublic'>): void {
  if (!caller.isPublic) return;
  throw new CandorError(
    'FORBIDDEN',
    'A public key can only ask; it cannot see how much a workspace holds, or what is spent.',
    {
      remedy: 'Use a key without origins.',
    },
  );
}

/** A UUID has 36 characters; 22 characters of base64 hold the same. */
const leastConversation = 22;

/**
 * All users of a page share its public key. Anyone who guessed the id of another's conversation could continue it.
 * @throws BAD_INPUT
 */
export function checkConversation({ isPublic }: Pick<Caller, 'isPublic'>, conversationId: string | undefined): void {
  if (!isPublic || conversationId === undefined || conversationId.length >= leastConversation) return;
  throw new CandorError(
    'BAD_INPUT',
    `conversationId needs at least ${leastConversation} characters with a public key.`,
    {
      details: { field: 'conversationId' },
      remedy: 'Make it with crypto.randomUUID() for each visitor.',
    },
  );
}
