/** What a key allows: READER asks and reads, EDITOR also changes knowledge, ADMIN also manages keys. */
export type Role = 'READER' | 'EDITOR' | 'ADMIN';

/** Who asks. Made only by authentication or by the command line; everything below the app trusts it. */
export interface Caller {
  readonly workspaceId: string;
  readonly role: Role;
  /** Which restricted documents it may read: null all of them, else those of these groups. */
  readonly accessGroups: readonly string[] | null;
  /** The API key, or null for the keyless local mode and the command line. */
  readonly keyId: string | null;
}

/** What bounds every read: the workspace, and the groups in it. */
export type Reader = Pick<Caller, 'workspaceId' | 'accessGroups'>;
