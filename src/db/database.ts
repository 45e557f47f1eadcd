import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { CandorError, isCandorError } from '../errors.ts';
import {
  backup,
  type BackupOptions,
  rehearse,
  type RehearseOptions,
  restore,
  type RestoreOptions,
} from './backup/backup.ts';
import type { BackupSummary } from './backup/dump.ts';
import {
  type Connections,
  embeddedConnections,
  enterWorkspace,
  type Lease,
  leaveWorkspace,
  type Patience,
  serverConnections,
} from './connections.ts';
import { distribute, type DistributeOptions, type Distribution } from './distribute.ts';
import { inSpan, type SpanStart } from '../telemetry/spans.ts';
import type { Migration } from './migrate.ts';
import { type DatabaseNode, listNodes, probe, refuseFullDisk, writes } from './probe.ts';
import { openQueue, type Queue, type QueueOptions } from './queue.ts';
import type { Statement } from './statement.ts';
import { asCandorError, connectionError, isReadOnly, sqlStateOf, statementError } from './statementFaults.ts';

/** One open transaction inside one workspace. */
export interface Transaction {
  /**
   * Returns rows parsed by the statement's own schema. @throws DATABASE_FAILED or TIMEOUT that names the statement;
   * DATABASE_UNREACHABLE; OVERLOADED where no connection becomes free in time; BAD_INPUT for values that cannot be
   * stored; CANCELLED.
   */
  query<Row, Values>(statement: Statement<Row, Values>, values: NoInfer<Values>): Promise<Row[]>;
}

export interface TransactionOptions {
  /** Aborting rejects immediately with CANCELLED and, on a server, stops the running statement. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit in milliseconds for a free connection and for each statement. A server enforces it; if it does not, the
   * call gives up on it. The embedded database ignores the limit, and only the caller's signal counts.
   */
  readonly timeoutMillis?: number | undefined;
  /**
   * The work only reads. Then its result does not wait until the server has taken note of the end: there is nothing that
   * could be lost by then. A statement that writes is refused, except on a distributed database.
   */
  readonly readOnly?: boolean | undefined;
  /** The work adds or removes many rows: they are looked up by key, whatever the planner knows of their tables. */
  readonly manyRows?: boolean | undefined;
}

/**
 * Postgres as a mechanism. The only access is a transaction of one workspace, as a role that cannot bypass row level
 * security.
 */
export interface Database {
  readonly kind: 'embedded' | 'server';
  /**
   * Whether statements run on the node that holds the workspace's shard. That node counts its transactions separately
   * from the server that the client is connected to.
   */
  readonly distributed: boolean;
  /** The same for every wrapper of one open database. Whatever is kept in memory about the database is keyed by it. */
  readonly identity: object;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
   * Never nest two: the embedded database has one connection.
   */
  inWorkspace<T>(
    workspaceId: string,
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** @see distribute. This database object goes on as it was opened; open another one afterwards. */
  distribute(options: DistributeOptions): Promise<Distribution>;
  /** The number of the newest applied migration. */
  readonly schemaVersion: number;
  /**
   * Refreshes the planner's statistics after a load, and marks what the keyword arm may read from its index alone. The
   * embedded database has no autovacuum. A server has one, but it follows a minute later, so on a server this acts only
   * after loads that outrun it.
   */
  refreshStatistics(): Promise<void>;
  /**
   * Whether this process can work: the database answers, holds the schema and takes writes. Nothing of a workspace is
   * read, which another node may have.
   * @throws DATABASE_UNREACHABLE; DATABASE_FAILED with the reason DISK_FULL or READ_ONLY_DATABASE
   */
  probe(): Promise<void>;
  /** Whether who has waited in vain for so long waited for others. The embedded one is always at work for somebody. */
  isAtWork(waitedMillis: number): boolean;
  /** The nodes of a distributed database that hold workspaces; none otherwise. @throws DATABASE_UNREACHABLE */
  nodes(): Promise<readonly DatabaseNode[]>;
  /** @throws DATABASE_FAILED */
  openQueue(name: string, onError: (message: string) => void, options?: QueueOptions): Promise<Queue>;
  /** @see backup */
  backup(path: string, options: BackupOptions): Promise<BackupSummary>;
  /** @see restore */
  restore(path: string, options: RestoreOptions): Promise<BackupSummary>;
  /** @see rehearse */
  rehearse(path: string, options: RehearseOptions): Promise<BackupSummary>;
  /**
   * Returns how many rows statements of this process have inserted, updated or deleted so far, without the queue's own.
   */
  rowsWritten(): number;
  close(): Promise<void>;
}

interface DatabaseParts {
  readonly kind: Database['kind'];
  readonly pool: pg.Pool;
  readonly schemaVersion: number;
  /** Those that lead to `schemaVersion`. Left out: those of the folder. */
  readonly migrations?: readonly Migration[];
  readonly switchRole: boolean;
  /** Whether the tables are on shards of Citus. Left out: they are not. */
  readonly distributed?: boolean;
  /** When to give up on a silent server; tests are less patient. */
  readonly patience?: Partial<Patience> | undefined;
  /** What is left on the disk of an embedded database. Left out: it is in memory, or a server's. */
  readonly freeBytes?: (() => number) | undefined;
  close(): Promise<void>;
}

interface OpenParts extends DatabaseParts {
  readonly distributed: boolean;
  readonly connections: Connections;
}

/** Builds a Database over an open pool whose schema is already migrated. */
export function createDatabase(given: DatabaseParts): Database {
  const parts = {
    ...given,
    distributed: given.distributed === true,
    connections:
      given.kind === 'embedded' ? embeddedConnections(given.pool) : serverConnections(given.pool, given.patience),
  };
  const written: Written = { rows: 0, analyzed: 0 };
  return {
    kind: parts.kind,
    distributed: parts.distributed,
    identity: written,
    schemaVersion: parts.schemaVersion,
    inWorkspace: (workspaceId, work, options = {}) => runTransaction(parts, workspaceId, work, options, written),
    probe: () => probe(parts),
    isAtWork: (waitedMillis) => parts.connections.isAtWork(waitedMillis),
    nodes: () => (parts.distributed ? listNodes(parts.connections) : Promise.resolve([])),
    openQueue: (name, onError, options) =>
      openQueue(parts.connections, name, { ...options, isAlone: parts.kind === 'embedded', onError }),
    backup: (path, options) => backup(parts, path, options),
    restore: (path, options) => restore(parts, path, options),
    rehearse: (path, options) => rehearse(parts, path, options),
    distribute: (options) => distribute(parts.pool, options),
    rowsWritten: () => written.rows,
    refreshStatistics: async () => {
      if (parts.kind === 'server' && written.rows - written.analyzed < bulkRows) return;
      refuseFullDisk(parts);
      const { rows } = written;
      // Does not wait if an autovacuum is already running.
      await parts.pool.query('vacuum (skip_locked) posting, document_version');
      await parts.pool.query(parts.kind === 'embedded' ? analyzeOwnTables : `analyze ${bulkTables}`);
      written.analyzed = rows;
    },
    close: () => parts.close(),
  };
}

/** Counted when the statement runs; rows of a transaction that is rolled back later still count. */
interface Written {
  rows: number;
  /** Value of `rows` when statistics were last refreshed. */
  analyzed: number;
}

/**
 * About 200 chunks. Without statistics, the search for copies took 28 ms per document while 100,000 chunks were loaded;
 * with them, .9 ms.
 */
const bulkRows = 20_000;
/**
 * The tables that ingestion fills. A login that does not own them only gets a warning from the server, and autovacuum
 * follows.
 */
const bulkTables =
  'document, document_version, chunk, chunk_text, chunk_window, chunk_code, chunk_band, posting, vocabulary';

/**
 * All tables except the catalog's, which no load changes. Analysing those as well took 77 ms of a small load's 125 ms
 * in the embedded database; the others take 12.
 */
const analyzeOwnTables = `do $$ begin
  execute (
    select 'analyze ' || string_agg(format('%I.%I', n.nspname, c.relname), ', ')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  );
end $$`;

async function runTransaction<T>(
  parts: OpenParts,
  workspaceId: string,
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions,
  written: Written,
): Promise<T> {
  throwIfAborted(options.signal);
  const lease = await enter(parts, workspaceId, options);
  let ended: Promise<boolean> = Promise.resolve(true);
  try {
    const result = await work({
      query: (statement, values) => runStatement({ lease, parts, signal: options.signal, written }, statement, values),
    });
    const committed = lease.query(leaveWorkspace('commit', parts));
    if (options.readOnly) ended = succeeds(committed);
    else await committed;
    return result;
  } catch (error) {
    const fault = asCandorError(error, options.signal);
    // A server that has become a standby keeps its connections: the next one finds the new primary.
    const reusable = !options.readOnly && isReadOnly(fault) ? false : undefined;
    ended = succeeds(lease.query(leaveWorkspace('rollback', parts))).then((done) => reusable ?? done);
    await ended;
    throw fault;
  } finally {
    void ended.then((reusable) => lease.release(reusable));
  }
}

/**
 * Returns a connection inside the workspace. A connection that broke while idle fails at its first message, before any
 * work is done. In that case, another one is taken after a short pause, in which the pool notices other broken ones.
 * Without this, each question that got such a connection after a restart failed, although the next connection worked.
 */
async function enter(parts: OpenParts, workspaceId: string, options: TransactionOptions): Promise<Lease> {
  const begin = enterWorkspace(workspaceId, parts, options);
  for (let left = idleBreaks; ; left -= 1) {
    const lease = await parts.connections.take(options);
    try {
      for (const message of begin) await lease.query(message);
      return lease;
    } catch (error) {
      lease.release(false);
      if (left === 0 || parts.kind !== 'server' || !isBroken(error) || options.signal?.aborted)
        throw asCandorError(error, options.signal);
      await pause(breakMillis);
    }
  }
}

/** How many broken connections one transaction tolerates, and the pause after each. */
const idleBreaks = 2;
const breakMillis = 10;

/** Whether the connection is gone. A silent server does not count: another connection to it would be silent, too. */
function isBroken(error: unknown): boolean {
  return !isCandorError(error) && connectionError(error) !== undefined;
}

interface Running {
  readonly lease: Lease;
  readonly parts: Pick<OpenParts, 'kind' | 'distributed' | 'freeBytes'>;
  readonly signal: AbortSignal | undefined;
  readonly written: Written;
}

async function runStatement<Row, Values>(
  { lease, parts, signal, written }: Running,
  statement: Statement<Row, Values>,
  values: Values,
): Promise<Row[]> {
  throwIfAborted(signal);
  if (writes(statement.text)) refuseFullDisk(parts);
  // Citus routes by the values, which a kept plan does not know.
  const keepsPlan =
    !parts.distributed && (statement.prepared === 'SERVER' ? parts.kind === 'server' : statement.prepared);
  return inSpan(spanOf(statement.name, parts.kind === 'embedded'), async (span) => {
    try {
      const { rows, command, rowCount } = await lease.query(
        statement.text,
        statement.inOrder(values),
        keepsPlan ? statement.name : undefined,
      );
      if (command !== 'SELECT') written.rows += rowCount ?? 0;
      span.note({ 'db.operation.name': command, 'db.response.returned_rows': rows.length });
      return rows.map((row) => statement.row.parse(row));
    } catch (error) {
      span.note({ 'db.response.status_code': sqlStateOf(error) });
      throw statementError(error, statement.name);
    }
  });
}

/**
 * Identifies the statement by name only. Values are what people wrote, and the text is in the source under that name.
 */
function spanOf(name: string, embedded: boolean): SpanStart {
  return {
    name,
    kind: embedded ? 'INTERNAL' : 'CLIENT',
    facts: {
      'db.system.name': 'postgresql',
      'db.query.summary': name,
      'candor.database': embedded ? 'embedded' : 'server',
    },
  };
}

function succeeds(ending: Promise<unknown>): Promise<boolean> {
  return ending.then(
    () => true,
    () => false,
  );
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CandorError('CANCELLED', 'The work was cancelled.');
}
