import type { Database, Transaction } from '../db/database.ts';
import { isUuid } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import {
  appendAudit,
  type AuditRow,
  countAudit,
  findAuditDays,
  listAudit,
  pruneAudit,
  setAuditDays,
} from './audit.sql.ts';
import { type AuditAction, type AuditEntry, type AuditEvent, writeEvent, type WrittenEvent } from './auditChain.ts';
import { type Caller, demandAll } from './caller.ts';
import {
  type AuditAnchor,
  auditRows,
  type AuditVerification,
  type ReadAudit,
  readEntry,
  verifyAudit,
} from './verifyAudit.ts';

export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Who did what in a workspace: append-only and hash-chained. */
export interface Audit {
  /**
   * Resolves when the event is stored. Events that arrive together are stored together. @throws DATABASE_UNREACHABLE,
   * DATABASE_FAILED
   */
  append(workspaceId: string, event: AuditEvent, text?: string | null): Promise<void>;
  /** Returns at most `first` entries, newest first, optionally only those before a sequence number. */
  page(workspaceId: string, filter: AuditFilter, first: number, before?: number): Promise<readonly AuditEntry[]>;
  count(workspaceId: string, filter: AuditFilter): Promise<number>;
  /** Yields all entries, oldest first. */
  entries(workspaceId: string): AsyncGenerator<AuditEntry, void, undefined>;
  /** Reads the whole chain, and reports where it is broken. */
  verify(workspaceId: string, anchor?: AuditAnchor): Promise<AuditVerification>;
  /** Null: kept forever. */
  retention(workspaceId: string): Promise<number | null>;
  /** Sets how long entries are kept, null: forever, and deletes older ones at once. @throws BAD_INPUT */
  setRetention(workspaceId: string, days: number | null): Promise<number | null>;
}

const maxDays = 36_500;
const pruneMillis = 3_600_000;
const millisOfDay = 86_400_000;

/** @param keepTexts whether questions are stored besides their hashes */
export function createAudit(database: Database, keepTexts: boolean): Audit {
  const write = createWriter(database);
  /** Each page in a transaction of its own: an audit of any length holds up nobody. */
  const reader =
    (workspaceId: string): ReadAudit =>
    (statement, values) =>
      database.inWorkspace(workspaceId, (transaction) => transaction.query(statement, values));
  return {
    append: (workspaceId, event, text = null) => write(workspaceId, writeEvent(event, text, keepTexts)),
    page: async (workspaceId, filter, first, before) => {
      const values = [workspaceId, before ?? null, ...conditionsOf(filter), first];
      const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listAudit, values));
      return rows.map((row) => toEntry(row));
    },
    count: async (workspaceId, filter) => {
      const [row] = await database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(countAudit, [workspaceId, ...conditionsOf(filter)]),
      );
      return row?.total ?? 0;
    },
    entries: (workspaceId) => entriesOf(reader(workspaceId), workspaceId),
    verify: (workspaceId, anchor) => verifyAudit(reader(workspaceId), workspaceId, { anchor }),
    retention: async (workspaceId) => {
      const [row] = await database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(findAuditDays, [workspaceId]),
      );
      return row?.audit_days ?? null;
    },
    setRetention: async (workspaceId, days) => {
      await database.inWorkspace(workspaceId, (transaction) => keepAuditFor(transaction, workspaceId, days));
      return days;
    },
  };
}

/**
 * Sets how long entries are kept, null: forever, and deletes older ones.
 * @throws BAD_INPUT
 */
export async function keepAuditFor(transaction: Transaction, workspaceId: string, days: number | null): Promise<void> {
  if (days !== null && (!Number.isInteger(days) || days < 1 || days > maxDays))
    throw new CandorError('BAD_INPUT', `days must be a whole number from 1 to ${maxDays}.`, {
      details: { field: 'days', value: days },
    });
  await transaction.query(setAuditDays, [workspaceId, days]);
  await prune(transaction, workspaceId);
}

function conditionsOf({ actorId, actions, from, until }: AuditFilter): readonly unknown[] {
  return [actorId ?? null, actions ?? null, from ?? null, until ?? null];
}

type Write = (workspaceId: string, event: WrittenEvent) => Promise<void>;

/** Group commit: while one batch of a workspace is being stored, new events wait for the next. */
function createWriter(database: Database): Write {
  const queues = new Map<string, { waiting: WrittenEvent[]; next: Promise<void> }>();
  const prunedAt = new Map<string, number>();
  const flush = async (workspaceId: string, events: readonly WrittenEvent[]) => {
    await store(database, workspaceId, events);
    if ((prunedAt.get(workspaceId) ?? 0) > Date.now() - pruneMillis) return;
    prunedAt.set(workspaceId, Date.now());
    await database.inWorkspace(workspaceId, (transaction) => prune(transaction, workspaceId));
  };
  return (workspaceId, event) => {
    const queue = queues.get(workspaceId);
    if (queue && queue.waiting.length > 0) {
      queue.waiting.push(event);
      return queue.next;
    }
    const waiting = [event];
    const before = queue?.next.catch(() => undefined) ?? Promise.resolve();
    const entered = { waiting, next: Promise.resolve() };
    entered.next = before
      .then(() => flush(workspaceId, waiting.splice(0)))
      .finally(() => {
        if (queues.get(workspaceId) === entered) queues.delete(workspaceId);
      });
    queues.set(workspaceId, entered);
    return entered.next;
  };
}

async function store(database: Database, workspaceId: string, events: readonly WrittenEvent[]): Promise<void> {
  const column = <Value>(read: (event: WrittenEvent) => Value) => events.map(read);
  await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(appendAudit, [
      workspaceId,
      column(({ entry }) => entry),
      column(({ event }) => event.at),
      column(({ event }) => event.actor.id),
      column(({ event }) => event.action),
      column(({ salt }) => salt),
      column(({ text }) => text),
    ]),
  );
}

async function prune(transaction: Transaction, workspaceId: string): Promise<void> {
  const [row] = await transaction.query(findAuditDays, [workspaceId]);
  if (!row?.audit_days) return;
  await transaction.query(pruneAudit, [workspaceId, new Date(Date.now() - row.audit_days * millisOfDay)]);
}

async function* entriesOf(read: ReadAudit, workspaceId: string): AsyncGenerator<AuditEntry, void, undefined> {
  for await (const row of auditRows(read, workspaceId)) yield toEntry(row);
}

function toEntry(row: AuditRow): AuditEntry {
  const parsed = readEntry(row);
  if (!parsed)
    throw new CandorError('DATABASE_FAILED', `The audit entry ${row.sequence} cannot be read.`, {
      details: { sequence: row.sequence },
      remedy: 'Run "candor audit verify": somebody has changed the audit.',
    });
  const { at, ...entry } = parsed;
  return { ...entry, at: new Date(at), sequence: row.sequence, text: row.text, hash: row.hash.toString('hex') };
}

interface AuditedAct extends Pick<AuditEvent, 'action' | 'outcome' | 'code' | 'targets'> {
  /** The question or search; null: none. */
  readonly text: string | null;
}

interface AuditPage {
  readonly nodes: readonly AuditEntry[];
  /** One for each node. */
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Who did what. Reading requires ADMIN and a key that sees every document, and is itself audited. */
export interface AuditVerbs {
  /**
   * Records an act, unless the audit is switched off. Resolves when the act is stored. @throws DATABASE_UNREACHABLE,
   * DATABASE_FAILED
   */
  record(caller: Caller, act: AuditedAct): Promise<void>;
  /** Newest first. @throws BAD_INPUT */
  page(
    caller: Caller,
    page: { readonly first: number; readonly after?: string | undefined },
    filter: AuditFilter,
  ): Promise<AuditPage>;
  /** How many `page` has on all pages. @throws BAD_INPUT */
  count(caller: Caller, filter: AuditFilter): Promise<number>;
  /** Oldest first. */
  entries(caller: Caller): AsyncGenerator<AuditEntry, void, undefined>;
  verify(caller: Caller, anchor?: AuditAnchor): Promise<AuditVerification>;
  /** Null: forever. */
  retention(caller: Caller): Promise<number | null>;
  /** @throws BAD_INPUT */
  setRetention(caller: Caller, days: number | null): Promise<number | null>;
}

const maxPage = 100;

/** @param isOn whether acts are recorded; existing entries can be read in either case */
export function createAuditVerbs(audit: Audit, isOn: boolean): AuditVerbs {
  const workspaceOf = (caller: Caller) => demandAll(caller, 'ADMIN').workspaceId;
  return {
    record: async (caller, { text, ...act }) => {
      if (isOn) await audit.append(caller.workspaceId, { ...act, at: new Date(), actor: actorOf(caller) }, text);
    },
    page: async (caller, { first, after }, filter) => {
      const workspaceId = workspaceOf(caller);
      if (!Number.isInteger(first) || first < 1 || first > maxPage) throw badField('first', `1 to ${maxPage}`);
      checkFilter(filter);
      const found = await audit.page(workspaceId, filter, first + 1, readCursor(after));
      const nodes = found.slice(0, first);
      const cursors = nodes.map(({ sequence }) => String(sequence));
      return { nodes, cursors, hasNextPage: found.length > first, endCursor: cursors.at(-1) ?? null };
    },
    count: async (caller, filter) => {
      const workspaceId = workspaceOf(caller);
      checkFilter(filter);
      return audit.count(workspaceId, filter);
    },
    entries: (caller) => audit.entries(workspaceOf(caller)),
    verify: async (caller, anchor) => audit.verify(workspaceOf(caller), anchor),
    retention: async (caller) => audit.retention(workspaceOf(caller)),
    setRetention: async (caller, days) => audit.setRetention(workspaceOf(caller), days),
  };
}

function checkFilter({ actorId }: AuditFilter): void {
  if (actorId !== undefined && !isUuid(actorId)) throw badField('filter.actorId', 'a UUID');
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
