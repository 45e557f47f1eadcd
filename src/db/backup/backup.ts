import { CandorError, diagnosisOf, isCandorError } from '../../errors.ts';
import {
  type BackupHeader,
  type BackupLine,
  createRowHash,
  damaged,
  formatVersion,
  markLine,
  readBackupLines,
  type RowHash,
  rowLine,
  writeWhole,
} from './file.ts';
import {
  type BackupSession,
  type BackupTable,
  insertRows,
  inSession,
  readTables,
  selectRows,
  type SessionParts,
} from './session.ts';

export interface BackupOptions {
  /** Null: all. */
  readonly workspaceIds: readonly string[] | null;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

export interface RestoreOptions {
  /** Deletes what the workspaces of the backup contain now. */
  readonly replace: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called first while the file is checked, then while it is stored. */
  readonly onProgress?: ((phase: 'CHECK' | 'STORE', progress: BackupProgress, rows: number | null) => void) | undefined;
}

interface Parts extends SessionParts {
  readonly schemaVersion: number;
}

/**
 * Saves workspaces to one file, as they are at one instant, while other work goes on. The file is either complete or
 * absent.
 * @throws BAD_INPUT, NOT_FOUND, CANCELLED, DATABASE_FAILED
 */
export async function backup(parts: Parts, path: string, options: BackupOptions): Promise<BackupSummary> {
  return typed(() =>
    writeWhole(path, (put) =>
      inSession(parts, options.signal, (session) =>
        dump(session, { ...options, schemaVersion: parts.schemaVersion }, put),
      ),
    ),
  );
}

/**
 * Restores the workspaces of a file, all or none, in one transaction.
 * @throws BACKUP_INVALID, BAD_INPUT, CANCELLED, DATABASE_FAILED; in that case nothing is changed
 */
export async function restore(
  parts: Parts,
  path: string,
  { replace, signal, onProgress }: RestoreOptions,
): Promise<BackupSummary> {
  const { header, ...summary } = await check(readBackupLines(path), (progress) =>
    onProgress?.('CHECK', progress, null),
  );
  await typed(() =>
    inSession(parts, signal, (session) =>
      load(session, header, readBackupLines(path), {
        replace,
        schemaVersion: parts.schemaVersion,
        onProgress: (progress) => onProgress?.('STORE', progress, summary.rows),
      }),
    ),
  );
  return summary;
}

/** The driver's own message stays in `cause`, because it quotes rows. */
async function typed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isCandorError(error)) throw error;
    const sqlState = (error as { readonly code?: unknown } | null)?.code;
    throw new CandorError('DATABASE_FAILED', 'The backup met a fault of the database.', {
      cause: new Error(diagnosisOf(error)),
      details: { sqlState },
    });
  }
}

interface BackupProgress {
  readonly rows: number;
  readonly table: string;
}

export interface BackupSummary {
  readonly workspaces: readonly string[];
  readonly rows: number;
  readonly tables: Readonly<Record<string, number>>;
  /** Hash of all rows in order: equal content gives an equal hash, wherever it is stored. */
  readonly hash: string;
}

interface DumpOptions {
  /** Null: all. */
  readonly workspaceIds: readonly string[] | null;
  readonly schemaVersion: number;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Reads everything as of one instant. @throws NOT_FOUND for a workspace that does not exist */
async function dump(
  session: BackupSession,
  { workspaceIds, schemaVersion, onProgress }: DumpOptions,
  put: (text: string) => Promise<void>,
): Promise<BackupSummary> {
  const workspaces = workspaceIds ?? (await session.workspaceIds());
  const tables = await readTables(session);
  const whole = createRowHash();
  const counts: Record<string, number> = {};
  await put(
    markLine({
      candor: 'backup',
      format: formatVersion,
      schemaVersion,
      createdAt: new Date().toISOString(),
      workspaces: [...workspaces],
    }),
  );
  for (const workspaceId of workspaces) {
    await session.enter(workspaceId);
    await put(markLine({ workspace: workspaceId }));
    for (const table of tables) {
      const own = createRowHash();
      await put(markLine({ table: table.name, columns: [...table.columns] }));
      for await (const row of rowsOf(session, table, workspaceId)) {
        own.add(row);
        whole.add(row);
        await put(rowLine(row));
        onProgress?.({ rows: whole.rows, table: table.name });
      }
      if (table.name === 'workspace' && own.rows === 0)
        throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
      counts[table.name] = (counts[table.name] ?? 0) + own.rows;
      await put(markLine({ endOfTable: table.name, rows: own.rows, hash: own.digest() }));
    }
  }
  await put(markLine({ end: true, rows: whole.rows, hash: whole.digest() }));
  return { workspaces, rows: whole.rows, tables: counts, hash: whole.digest() };
}

/**
 * Target size of one fetch: large enough to hide the round trip to the server, small enough for memory where one row is
 * a whole document.
 */
const fetchBytes = 2_000_000;
const mostRows = 1_000;

/** Yields rows as JSON, in the order of their key. */
async function* rowsOf(session: BackupSession, table: BackupTable, workspaceId: string): AsyncGenerator<string> {
  await session.query(`declare candor_rows no scroll cursor for ${selectRows(table)}`, [workspaceId, table.clocks]);
  for (let count = 8; ;) {
    const rows = await session.query(`fetch ${count} from candor_rows`);
    let bytes = 0;
    for (const { row } of rows) {
      bytes += String(row).length;
      yield String(row);
    }
    if (rows.length < count) break;
    count = Math.max(1, Math.min(mostRows, Math.floor((count * fetchBytes) / Math.max(1, bytes))));
  }
  await session.query('close candor_rows');
}

/** Hashes a table's rows as they are stored. */
async function hashRows(session: BackupSession, table: BackupTable, workspaceId: string): Promise<RowHash> {
  const hash = createRowHash();
  for await (const row of rowsOf(session, table, workspaceId)) hash.add(row);
  return hash;
}

/** A backup that was read to the end. */
interface CheckedBackup extends BackupSummary {
  readonly header: BackupHeader;
}

/**
 * Reads the whole file before anything is changed. @throws BACKUP_INVALID for a file that is cut off, damaged or of
 * another format
 */
async function check(
  lines: AsyncIterable<BackupLine>,
  onProgress?: (progress: BackupProgress) => void,
): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let ended = false;
  let table: string | undefined;
  let own = createRowHash();
  const whole = createRowHash();
  const tables: Record<string, number> = {};
  for await (const line of lines) {
    if (ended) throw damaged('Something follows the end of the backup.');
    if ('candor' in line) {
      if (header) throw damaged('The backup begins twice.');
      header = knownFormat(line);
    } else if (!header) throw damaged('The file does not begin as a backup.');
    else if ('row' in line) {
      if (table === undefined) throw damaged('A row stands outside a table.');
      own.add(line.row);
      whole.add(line.row);
      onProgress?.({ rows: whole.rows, table });
    } else if ('table' in line) {
      table = line.table;
      own = createRowHash();
    } else if ('endOfTable' in line) {
      if (line.endOfTable !== table || line.rows !== own.rows || line.hash !== own.digest())
        throw damaged(`The table ${line.endOfTable} is not whole.`);
      tables[line.endOfTable] = (tables[line.endOfTable] ?? 0) + own.rows;
      table = undefined;
    } else if ('end' in line) {
      if (table !== undefined || line.rows !== whole.rows || line.hash !== whole.digest())
        throw damaged('The backup is not whole.');
      ended = true;
    }
  }
  if (!header || !ended) throw damaged('The backup has no end: it was cut off while it was written or copied.');
  return { header, workspaces: header.workspaces, rows: whole.rows, tables, hash: whole.digest() };
}

function knownFormat(header: BackupHeader): BackupHeader {
  if (header.format === formatVersion) return header;
  throw damaged(`The backup has format ${header.format}; this version reads ${formatVersion}.`);
}

interface LoadOptions {
  readonly schemaVersion: number;
  /** Deletes workspaces of the backup that already exist. */
  readonly replace: boolean;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Rows per statement: far below what a parameter may hold. */
const batch = { rows: 500, bytes: 4_000_000 } as const;

/**
 * Stores a checked backup and reads it back. Unless the hashes of the stored rows match those of the saved ones,
 * nothing is kept.
 * @throws BACKUP_INVALID, also for a backup of another schema; BAD_INPUT for a workspace that already exists
 */
async function load(
  session: BackupSession,
  header: BackupHeader,
  lines: AsyncIterable<BackupLine>,
  { schemaVersion, replace, onProgress }: LoadOptions,
): Promise<void> {
  if (header.schemaVersion !== schemaVersion) throw otherSchema(header.schemaVersion, schemaVersion);
  const tables = new Map((await readTables(session)).map((table) => [table.name, table]));
  let workspaceId = '';
  let table: BackupTable | undefined;
  let rows: string[] = [];
  let bytes = 0;
  let done = 0;
  const store = async () => {
    if (table && rows.length > 0) await insert(session, table, workspaceId, rows);
    done += rows.length;
    if (table) onProgress?.({ rows: done, table: table.name });
    rows = [];
    bytes = 0;
  };
  for await (const line of lines) {
    if ('workspace' in line) {
      workspaceId = line.workspace;
      await makeRoom(session, workspaceId, replace);
    } else if ('table' in line) table = tables.get(line.table) ?? unknownTable(line.table);
    else if ('row' in line) {
      rows.push(line.row);
      bytes += line.row.length;
      if (rows.length >= batch.rows || bytes >= batch.bytes) await store();
    } else if ('endOfTable' in line && table) {
      await store();
      const stored = await hashRows(session, table, workspaceId);
      if (stored.digest() !== line.hash) throw damaged(`The table ${table.name} was not stored as it was saved.`);
    }
  }
}

async function makeRoom(session: BackupSession, workspaceId: string, replace: boolean): Promise<void> {
  await session.enter(workspaceId);
  const there = await session.query('select 1 from workspace where workspace_id = $1', [workspaceId]);
  if (there.length === 0) return;
  if (!replace)
    throw new CandorError('BAD_INPUT', `The workspace ${workspaceId} is there already.`, {
      details: { workspaceId },
      remedy: 'Restore into an empty database, or pass --replace to delete what the workspace holds now.',
    });
  await session.write('delete from workspace where workspace_id = $1', [workspaceId]);
}

async function insert(
  session: BackupSession,
  table: BackupTable,
  workspaceId: string,
  rows: readonly string[],
): Promise<void> {
  // The number comes from the server that the client is connected to: each node of a distributed database counts its
  // own transactions.
  const clock = table.clocks.length === 0 ? [] : await session.query('select pg_current_xact_id()::text as number');
  const stored = await session.write(insertRows(table), [
    workspaceId,
    `[${rows.join(',')}]`,
    ...clock.map(({ number }) => number),
  ]);
  if (stored !== rows.length) throw damaged(`The table ${table.name} holds rows of another workspace.`);
}

function unknownTable(name: string): never {
  throw damaged(`This version has no table ${name}.`);
}

function otherSchema(saved: number, here: number): CandorError {
  return new CandorError('BACKUP_INVALID', `The backup is of schema version ${saved}; this database has ${here}.`, {
    details: { backup: saved, database: here },
    remedy:
      saved < here
        ? 'Restore it with the version of Candor that wrote it into an empty database; this version then brings that up to date.'
        : 'Install the version of Candor that wrote it, or a later one.',
  });
}
