/** What a key allows: READER asks and reads, EDITOR also changes knowledge, ADMIN also manages keys. */
export type Role = 'READER' | 'EDITOR' | 'ADMIN';

export const roles = ['READER', 'EDITOR', 'ADMIN'] as const satisfies readonly Role[];

/**
 * What a key may be narrowed to. ASK: ask, search and judge. READ: documents, curated answers, runs. WRITE: change
 * knowledge. ADMIN: manage the workspace.
 */
export type Scope = 'ASK' | 'READ' | 'WRITE' | 'ADMIN';

export const scopes = ['ASK', 'READ', 'WRITE', 'ADMIN'] as const satisfies readonly Scope[];

/** Which runs somebody reads: those asked as the same key or person, or everybody's. */
export type RunAccess = 'OWN' | 'ALL';

/** Who asks. Made only by authentication or by the command line; everything below the app trusts it. */
export interface Caller {
  readonly workspaceId: string;
  readonly role: Role;
  /** Which restricted documents it may read: null all of them, else those of these groups. */
  readonly accessGroups: readonly string[] | null;
  /** The API key, or the person of a token; null for the keyless local mode and the command line. */
  readonly keyId: string | null;
  /** Left out: a key, or nobody in particular where `keyId` is null. */
  readonly kind?: 'KEY' | 'PERSON' | 'LOCAL' | 'COMMAND_LINE' | undefined;
  /** Left out: every scope of the role. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Left out: a READER reads its own runs, others every run. */
  readonly runs?: RunAccess | undefined;
  /** A key that stands in a web page, and is shared by everybody who opens it. */
  readonly isPublic?: boolean | undefined;
}

/** What bounds every read: the workspace, the groups in it, and whether drafts are read; without a role they are. */
export type Reader = Pick<Caller, 'workspaceId' | 'accessGroups'> & Partial<Pick<Caller, 'role' | 'scopes'>>;
