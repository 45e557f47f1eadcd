import type pg from 'pg';
import { CandorError, isCandorError, messageOf } from '../errors.ts';
import { enterWorkspace } from './enterWorkspace.ts';
import { openQueue, type Queue } from './queue.ts';
import type { Statement } from './statement.ts';

/** One open transaction inside one workspace. */
export interface Transaction {
  /** Rows parsed by the statement's own schema. @throws DATABASE_FAILED that names the statement; CANCELLED. */
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /** Aborting rejects at once with CANCELLED and, on a server, stops the running statement. */
  readonly signal?: AbortSignal | undefined;
  /** For each statement, in milliseconds. Enforced by a server; the embedded database ignores it and the caller's signal counts alone. */
  readonly timeoutMillis?: number | undefined;
}

/** Postgres as a mechanism. The only way in is a transaction of one workspace, as a role that cannot bypass row level security. */
export interface Database {
  readonly kind: 'embedded' | 'server';
  /** The same for every wrapper of one open database: what is kept in memory about it is kept under this. */
  readonly identity: object;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
   * Never nest two: the embedded database has one connection.
   */
  inWorkspace<T>(workspaceId: string, work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The number of the newest applied migration. */
  readonly schemaVersion: number;
  /** Refreshes the planner's statistics after a load. The embedded database has no autovacuum; a server has, a minute later, so there only loads that outrun it are followed. */
  refreshStatistics(): Promise<void>;
  /** @throws DATABASE_FAILED */
  openQueue(name: string, onError: (message: string) => void): Promise<Queue>;
  /** Rows that statements of this process have inserted, updated or deleted so far, the queue's own left out. */
  rowsWritten(): number;
  close(): Promise<void>;
}

export interface DatabaseParts {
  readonly kind: Database['kind'];
  readonly pool: pg.Pool;
  readonly schemaVersion: number;
  readonly switchRole: boolean;
  close(): Promise<void>;
}

/** Builds the database door over an open pool whose schema is already migrated. */
export function createDatabase(parts: DatabaseParts): Database {
  const written: Written = { rows: 0, analyzed: 0 };
  return {
    kind: parts.kind,
    identity: written,
    schemaVersion: parts.schemaVersion,
    inWorkspace: (workspaceId, work, options = {}) => runTransaction(parts, workspaceId, work, options, written),
    openQueue: (name, onError) => openQueue(parts.pool, name, onError),
    rowsWritten: () => written.rows,
    refreshStatistics: async () => {
      if (parts.kind === 'embedded') await parts.pool.query('analyze');
      else if (written.rows - written.analyzed >= bulkRows) await parts.pool.query(`analyze ${bulkTables}`);
      else return;
      written.analyzed = written.rows;
    },
    close: () => parts.close(),
  };
}

/** Counted when the statement ran; a transaction that is rolled back later counts still. */
interface Written {
  rows: number;
  /** How many there were at the last statistics. */
  analyzed: number;
}

/** About 200 chunks. Without statistics the search for copies took 28 ms a document while 100,000 chunks were loaded, .9 with. */
const bulkRows = 20_000;
/** What ingestion fills. A login that owns them not is warned by the server, and autovacuum follows. */
const bulkTables = 'document, document_version, chunk, chunk_text, chunk_window, chunk_code, chunk_band, posting, vocabulary';

async function runTransaction<T>(parts: DatabaseParts, workspaceId: string, work: (transaction: Transaction) => Promise<T>, options: TransactionOptions, written: Written): Promise<T> {
  throwIfAborted(options.signal);
  const client = await connect(parts.pool);
  const stopCancelling = cancelOnAbort(parts, client, options.signal);
  let broken = false;
  try {
    await client.query(enterWorkspace(workspaceId, parts, options.timeoutMillis));
    const result = await work({ query: (statement, values) => runStatement({ client, keepsPlans: parts.kind === 'embedded', signal: options.signal, written }, statement, values) });
    await client.query('commit');
    return result;
  } catch (error) {
    broken = !(await rolledBack(client));
    throw asCandorError(error, options.signal);
  } finally {
    // A cancel that is still on its way would hit whoever has the connection next.
    client.release(stopCancelling() || broken);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new CandorError('DATABASE_UNREACHABLE', `The database does not answer: ${messageOf(error)}`, { cause: error });
  }
}

interface Running {
  readonly client: pg.PoolClient;
  readonly keepsPlans: boolean;
  readonly signal: AbortSignal | undefined;
  readonly written: Written;
}

async function runStatement<Row>({ client, keepsPlans, signal, written }: Running, statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
  throwIfAborted(signal);
  try {
    const { rows, command, rowCount } = await client.query({ text: statement.text, values: [...values], ...(keepsPlans && statement.prepared ? { name: statement.name } : {}) });
    if (command !== 'SELECT') written.rows += rowCount ?? 0;
    return rows.map((row) => statement.row.parse(row));
  } catch (error) {
    throw statementError(error, statement.name);
  }
}

/** A server stops the running statement from a second connection; the embedded database cannot, its queries block the thread. The function that is returned ends this and tells whether it was asked to. */
function cancelOnAbort(parts: DatabaseParts, client: pg.PoolClient, signal: AbortSignal | undefined): () => boolean {
  if (!signal || parts.kind === 'embedded') return () => false;
  let sent = false;
  const processId = (client as unknown as { processID?: number }).processID;
  const cancel = () => {
    if (!processId) return;
    sent = true;
    void parts.pool.query('select pg_cancel_backend($1)', [processId]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  return () => {
    signal.removeEventListener('abort', cancel);
    return sent;
  };
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(() => true, () => false);
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CandorError('CANCELLED', 'The work was cancelled.');
}

/** SQLSTATE of a statement that ran into statement_timeout or pg_cancel_backend. */
const queryCanceled = '57014';

function statementError(error: unknown, name: string): CandorError {
  const code = (error as { code?: unknown }).code;
  if (code === queryCanceled) return new CandorError('TIMEOUT', `The statement ${name} took too long.`, { cause: error, details: { statement: name } });
  return new CandorError('DATABASE_FAILED', `The statement ${name} failed: ${messageOf(error)}`, { cause: error, details: { statement: name, sqlState: code } });
}

function asCandorError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return new CandorError('CANCELLED', 'The work was cancelled.', { cause: error });
  if (isCandorError(error)) return error;
  const sqlState = (error as { code?: unknown } | null)?.code;
  const fromServer = typeof sqlState === 'string' && /^[0-9A-Z]{5}$/.test(sqlState);
  return fromServer ? new CandorError('DATABASE_FAILED', messageOf(error), { cause: error, details: { sqlState } }) : error;
}
