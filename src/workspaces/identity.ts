import type { Allowance, AllowanceRequest } from './allowance.ts';
import type { Caller, Reader, Role } from './caller.ts';
import type { KeyLimits } from './keyRequest.ts';
import type { ApiKey, Keys, NewSecret } from './keys.ts';
import { demandAll } from './permission.ts';
import type { Spending } from './spending.ts';

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
