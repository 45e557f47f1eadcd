import { CandorError } from '../../errors.ts';
import { byKeyAlone } from '../connections.ts';
import type { CheckedBackup } from './check.ts';
import { type BackupProgress, hashRows } from './dump.ts';
import { type BackupLine, damaged } from './file.ts';
import {
  type BackupSession,
  type BackupTable,
  insertRows,
  readTables,
  type ReadStatement,
  selectAny,
  selectSet,
} from './session.ts';

/**
 * Proves what the tables of a restored workspace hold that the application's role only reads. Called in the restore's
 * transaction, before it ends. @throws whatever is wrong with them; then nothing is kept
 */
export type Proof = (read: ReadStatement, workspaceId: string) => Promise<void>;

export interface LoadOptions {
  /** Deletes workspaces of the backup that already hold something. */
  readonly replace: boolean;
  /** Null: tables that the application's role only reads are left out. */
  readonly proof: Proof | null;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Rows per statement: far below what a parameter may hold. */
const batch = { rows: 500, bytes: 4_000_000 } as const;

/**
 * Stores a checked backup and reads it back. Unless the hashes of the stored rows match those of the saved ones, and
 * what is proof holds, nothing is kept.
 * @throws BACKUP_INVALID, also for a backup that this schema cannot hold whole; BAD_INPUT for a workspace that holds
 * something already, and for a login without the rights
 */
export async function load(
  session: BackupSession,
  backup: Pick<CheckedBackup, 'tables'>,
  lines: AsyncIterable<BackupLine>,
  options: LoadOptions,
): Promise<void> {
  await session.write(byKeyAlone, []);
  const known = await readTables(session);
  if (options.proof) await refuseWithoutRights(session, known, backup.tables);
  const tables = new Map(known.map((table) => [table.name, table]));
  let workspaceId: string | undefined;
  let filling: Filling | undefined;
  const prove = async () => {
    if (workspaceId !== undefined) await options.proof?.(session.read, workspaceId);
  };
  let done = 0;
  const onStored = (rows: number, table: string) => {
    done += rows;
    options.onProgress?.({ rows: done, table });
  };
  for await (const line of lines) {
    if ('workspace' in line) {
      await prove();
      workspaceId = line.workspace;
      await makeRoom(session, known, workspaceId, options.replace);
    } else if ('table' in line && workspaceId !== undefined) {
      const table = tables.get(line.table);
      filling =
        table?.guarded && !options.proof
          ? undefined
          : fill(session, workspaceId, table ?? nowhere(line.table), unsetColumns(table, line.columns), onStored);
    } else if ('row' in line) await filling?.add(line.row);
    else if ('endOfTable' in line) await filling?.end(line.hash);
    else if ('end' in line) await prove();
  }
}

/** A table that this schema lacks: it can only stay empty. */
const nowhere = (name: string): BackupTable => ({ name, columns: [], key: [], clocks: [], nulls: [], guarded: false });

/**
 * The columns of the backup that this schema lacks: of a later version. They must be null in every row.
 * @throws BACKUP_INVALID for a backup without a column that this schema has: nobody could tell what belongs there
 */
function unsetColumns(table: BackupTable | undefined, saved: readonly string[]): readonly string[] {
  if (!table) return [];
  const missing = table.columns.find((column) => !saved.includes(column));
  if (missing !== undefined) throw otherSchema(`The backup lacks ${table.name}.${missing}, which this version has.`);
  return saved.filter((column) => !table.columns.includes(column));
}

interface Filling {
  add(row: string): Promise<void>;
  /** @param hash of the rows as they were saved */
  end(hash: string): Promise<void>;
}

function fill(
  session: BackupSession,
  workspaceId: string,
  table: BackupTable,
  unset: readonly string[],
  onStored: (rows: number, table: string) => void,
): Filling {
  let rows: string[] = [];
  let bytes = 0;
  const store = async () => {
    if (rows.length === 0) return;
    const list = `[${rows.join(',')}]`;
    if (table.columns.length === 0) throw noPlace(table.name);
    if (unset.length > 0) await refuseSet(session, table, list, unset);
    await insert(session, table, workspaceId, { list, count: rows.length });
    onStored(rows.length, table.name);
    rows = [];
    bytes = 0;
  };
  return {
    add: async (row) => {
      rows.push(row);
      bytes += row.length;
      if (rows.length >= batch.rows || bytes >= batch.bytes) await store();
    },
    end: async (hash) => {
      await store();
      if (table.columns.length === 0) return;
      const stored = await hashRows(session, table, workspaceId, unset);
      if (stored.digest() !== hash) throw damaged(`The table ${table.name} was not stored as it was saved.`);
    },
  };
}

/** Nobody but the owner of the tables may put proof into them; anybody else gets an error before the work. */
async function refuseWithoutRights(
  session: BackupSession,
  tables: readonly BackupTable[],
  saved: CheckedBackup['tables'],
): Promise<void> {
  for (const table of tables) {
    if (!table.guarded || !saved[table.name] || (await session.loginMayFill(table))) continue;
    throw new CandorError('BAD_INPUT', `The login of DATABASE_URL may not write the table ${table.name}.`, {
      details: { table: table.name },
      remedy:
        'Restore with the login that owns the tables. Others, and the role of the application, only add to the audit, so that nobody can forge it.',
    });
  }
}

/** A workspace that holds nothing but its own row, as every command makes one, is no reason to refuse. */
async function makeRoom(
  session: BackupSession,
  tables: readonly BackupTable[],
  workspaceId: string,
  replace: boolean,
): Promise<void> {
  await session.enter(workspaceId);
  // Locked, so that nobody puts anything into it between the look and the deletion.
  const there = await session.query('select 1 from workspace where workspace_id = $1 for update', [workspaceId]);
  if (there.length === 0) return;
  for (const table of replace ? [] : tables) {
    if (table.name === 'workspace' || (await session.query(selectAny(table), [workspaceId])).length === 0) continue;
    throw new CandorError('BAD_INPUT', `The workspace ${workspaceId} is there already, and it is not empty.`, {
      details: { workspaceId, table: table.name },
      remedy: 'Restore into an empty database, or pass --replace to delete what the workspace holds now.',
    });
  }
  await session.write('delete from workspace where workspace_id = $1', [workspaceId]);
}

/** Values that the columns or the constraints of a table refuse. */
const refusedValue = /^2[23]/;

async function insert(
  session: BackupSession,
  table: BackupTable,
  workspaceId: string,
  rows: { readonly list: string; readonly count: number },
): Promise<void> {
  // The number comes from the server that the client is connected to: each node of a distributed database counts its
  // own transactions.
  const clock = table.clocks.length === 0 ? [] : await session.query('select pg_current_xact_id()::text as number');
  const write = table.guarded ? session.writeAsLogin : session.write;
  const values = [workspaceId, rows.list, ...clock.map(({ number }) => number)];
  const stored = await write(insertRows(table), values).catch((error: unknown) => {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    throw typeof code === 'string' && refusedValue.test(code)
      ? damaged(`The table ${table.name} holds rows that cannot be stored.`, error)
      : error;
  });
  if (stored !== rows.count) throw damaged(`The table ${table.name} holds rows of another workspace.`);
}

async function refuseSet(
  session: BackupSession,
  table: BackupTable,
  list: string,
  columns: readonly string[],
): Promise<void> {
  const [found] = await session.query(selectSet, [list, columns]);
  if (found) throw noPlace(`${table.name}.${String(found['name'])}`);
}

const noPlace = (what: string) => otherSchema(`The backup holds ${what}, for which this version has no place.`);

function otherSchema(problem: string): CandorError {
  return new CandorError('BACKUP_INVALID', problem, {
    remedy: 'Install the version of Candor that wrote the backup, or a later one. Nothing was changed.',
  });
}
