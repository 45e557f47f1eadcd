import type { Audit, AuditAnchor, AuditFilter, AuditVerification } from './audit.ts';
import type { AuditEntry, AuditEvent } from './auditChain.ts';
import { CandorError } from '../../errors.ts';
import { isUuid } from '../../db/id.ts';
import type { Caller } from '../caller.ts';
import { demandAll } from '../permission.ts';

export interface AuditedAct extends Pick<AuditEvent, 'action' | 'outcome' | 'code' | 'targets'> {
  /** What was asked or searched for; null: nothing. */
  readonly text: string | null;
}

export interface AuditPage {
  readonly nodes: readonly AuditEntry[];
  /** Of each node. */
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Who did what. To read it takes ADMIN and a key that sees every document; it is itself written down. */
export interface AuditVerbs {
  /**
   * Nothing where the audit is switched off. Resolves when the act is stored. @throws DATABASE_UNREACHABLE,
   * DATABASE_FAILED
   */
  record(caller: Caller, act: AuditedAct): Promise<void>;
  /** Newest first. @throws BAD_INPUT */
  page(
    caller: Caller,
    page: { readonly first: number; readonly after?: string | undefined },
    filter: AuditFilter,
  ): Promise<AuditPage>;
  /** Oldest first. */
  entries(caller: Caller): AsyncGenerator<AuditEntry, void, undefined>;
  verify(caller: Caller, anchor?: AuditAnchor): Promise<AuditVerification>;
  /** Null: for ever. */
  retention(caller: Caller): Promise<number | null>;
  /** @throws BAD_INPUT */
  setRetention(caller: Caller, days: number | null): Promise<number | null>;
}

const maxPage = 100;

/** @param isOn whether anything is written; what is there is read all the same */
export function createAuditVerbs(audit: Audit, isOn: boolean): AuditVerbs {
  const workspaceOf = (caller: Caller) => demandAll(caller, 'ADMIN').workspaceId;
  return {
    record: async (caller, { text, ...act }) => {
      if (isOn) await audit.append(caller.workspaceId, { ...act, at: new Date(), actor: actorOf(caller) }, text);
    },
    page: async (caller, { first, after }, filter) => {
      const workspaceId = workspaceOf(caller);
      if (!Number.isInteger(first) || first < 1 || first > maxPage) throw badField('first', `1 to ${maxPage}`);
      if (filter.actorId !== undefined && !isUuid(filter.actorId)) throw badField('filter.actorId', 'a UUID');
      const found = await audit.page(workspaceId, filter, first + 1, readCursor(after));
      const nodes = found.slice(0, first);
      const cursors = nodes.map(({ sequence }) => String(sequence));
      return { nodes, cursors, hasNextPage: found.length > first, endCursor: cursors.at(-1) ?? null };
    },
    entries: (caller) => audit.entries(workspaceOf(caller)),
    verify: async (caller, anchor) => audit.verify(workspaceOf(caller), anchor),
    retention: async (caller) => audit.retention(workspaceOf(caller)),
    setRetention: async (caller, days) => audit.setRetention(workspaceOf(caller), days),
  };
}

function actorOf({ kind, keyId }: Caller): AuditEvent['actor'] {
  return { kind: kind ?? (keyId === null ? 'LOCAL' : 'KEY'), id: keyId };
}

/** @throws BAD_INPUT for anything but the number of an entry */
function readCursor(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw badField('after', 'the endCursor of a page');
}

function badField(field: string, expected: string): CandorError {
  return new CandorError('BAD_INPUT', `${field} must be ${expected}.`, { details: { field } });
}
