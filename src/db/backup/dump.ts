import { CandorError } from '../../errors.ts';
import { createRowHash, formatVersion, markLine, rowLine, type RowHash } from './format.ts';
import type { BackupSession } from './session.ts';
import { readTables, selectRows, type BackupTable } from './tables.ts';

export interface BackupProgress {
  readonly rows: number;
  readonly table: string;
}

export interface BackupSummary {
  readonly workspaces: readonly string[];
  readonly rows: number;
  readonly tables: Readonly<Record<string, number>>;
  /** Of all rows in their order: equal for equal content, wherever it is kept. */
  readonly hash: string;
}

export interface DumpOptions {
  /** Null: all. */
  readonly workspaceIds: readonly string[] | null;
  readonly schemaVersion: number;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Reads everything of one instant. @throws NOT_FOUND for a workspace that is not there */
export async function dump(
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
 * What one fetch should bring: enough to hide the way to the server, little enough for memory where one row is a whole
 * document.
 */
const fetchBytes = 2_000_000;
const mostRows = 1_000;

/** Rows as JSON, in the order of their key. */
export async function* rowsOf(session: BackupSession, table: BackupTable, workspaceId: string): AsyncGenerator<string> {
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

/** The hash of a table's rows as they are stored. */
export async function hashRows(session: BackupSession, table: BackupTable, workspaceId: string): Promise<RowHash> {
  const hash = createRowHash();
  for await (const row of rowsOf(session, table, workspaceId)) hash.add(row);
  return hash;
}
