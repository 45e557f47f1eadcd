import { CandorError } from '../../errors.ts';
import { type BackupLine, createRowHash, formatVersion, type RowHash } from './file.ts';
import { type BackupSession, type BackupTable, readTables, selectRows } from './session.ts';

export interface BackupProgress {
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

/** Yields the lines of a backup, everything as of one instant. @throws NOT_FOUND for a workspace that does not exist */
export async function* dump(
  session: BackupSession,
  { workspaceIds, schemaVersion, onProgress }: DumpOptions,
): AsyncGenerator<BackupLine, BackupSummary, undefined> {
  const workspaces = workspaceIds ?? (await session.workspaceIds());
  const tables = await readTables(session);
  const whole = createRowHash();
  const counts: Record<string, number> = {};
  yield {
    candor: 'backup',
    format: formatVersion,
    schemaVersion,
    createdAt: new Date().toISOString(),
    workspaces: [...workspaces],
  };
  for (const workspaceId of workspaces) {
    await session.enter(workspaceId);
    yield { workspace: workspaceId };
    for (const table of tables) {
      const own = createRowHash();
      yield { table: table.name, columns: [...table.columns] };
      for await (const row of rowsOf(session, table, workspaceId)) {
        own.add(row);
        whole.add(row);
        yield { row };
        onProgress?.({ rows: whole.rows, table: table.name });
      }
      if (table.name === 'workspace' && own.rows === 0)
        throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
      counts[table.name] = (counts[table.name] ?? 0) + own.rows;
      yield { endOfTable: table.name, rows: own.rows, hash: own.digest() };
    }
  }
  yield { end: true, rows: whole.rows, hash: whole.digest() };
  return { workspaces, rows: whole.rows, tables: counts, hash: whole.digest() };
}

/**
 * Target size of one fetch: large enough to hide the round trip to the server, small enough for memory where one row is
 * a whole document.
 */
const fetchBytes = 2_000_000;
const mostRows = 1_000;

/** Yields rows as JSON, in the order of their key. @param unset columns of another schema, which are added as null */
async function* rowsOf(
  session: BackupSession,
  table: BackupTable,
  workspaceId: string,
  unset: readonly string[] = [],
): AsyncGenerator<string> {
  const added = JSON.stringify(Object.fromEntries(unset.map((column) => [column, null])));
  const values = [workspaceId, table.clocks, added];
  await session.query(`declare candor_rows no scroll cursor for ${selectRows(table)}`, values);
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

/** Hashes a table's rows as they are stored. @param unset columns of another schema, which are added as null */
export async function hashRows(
  session: BackupSession,
  table: BackupTable,
  workspaceId: string,
  unset: readonly string[],
): Promise<RowHash> {
  const hash = createRowHash();
  for await (const row of rowsOf(session, table, workspaceId, unset)) hash.add(row);
  return hash;
}
