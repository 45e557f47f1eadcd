import { CandorError } from '../../errors.ts';
import type { BackupProgress, BackupSummary } from './dump.ts';
import { hashRows } from './dump.ts';
import { createRowHash, damaged, formatVersion, type BackupHeader, type BackupLine } from './format.ts';
import type { BackupSession } from './session.ts';
import { insertRows, readTables, type BackupTable } from './tables.ts';

/** A backup that was read to its end. */
export interface CheckedBackup extends BackupSummary {
  readonly header: BackupHeader;
}

/**
 * Reads the whole file before anything is touched. @throws BACKUP_INVALID for one that is cut off, damaged or of
 * another format
 */
export async function check(
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

export interface LoadOptions {
  readonly schemaVersion: number;
  /** Deletes the workspaces of the backup that are there. */
  readonly replace: boolean;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** One statement's worth: far below what a parameter may hold. */
const batch = { rows: 500, bytes: 4_000_000 } as const;

/**
 * Stores a backup that was checked, and reads it back: what is stored has the hashes of what was saved, or nothing is
 * kept.
 * @throws BACKUP_INVALID also for a backup of another schema; BAD_INPUT for a workspace that is there
 */
export async function load(
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
  // Of the server that is spoken to: the nodes of a distributed database count their transactions apart.
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
