import { CandorError, diagnosisOf, isCandorError } from '../../errors.ts';
import { embeddedFault } from '../databaseFault.ts';
import { type Migration, readMigrations } from '../migrate.ts';
import { check } from './check.ts';
import { type BackupProgress, type BackupSummary, dump } from './dump.ts';
import { type BackupLine, readBackupLines, textOfLine, writeWhole } from './file.ts';
import { load, type Proof } from './load.ts';
import { inMemoryOnly, inNewestSchema } from './scratch.ts';
import { inSession, type SessionParts } from './session.ts';

export interface BackupOptions {
  /** Null: all. */
  readonly workspaceIds: readonly string[] | null;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

export interface RestoreOptions {
  /** Deletes what the workspaces of the backup contain now. */
  readonly replace: boolean;
  /** Null: what the application's role only reads, the audit, is left out. */
  readonly proof: Proof | null;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called first while the file is checked, then, for a backup of an earlier schema, while it is brought up to date, and
   * last while it is stored.
   */
  readonly onProgress?:
    | ((phase: 'CHECK' | 'UPGRADE' | 'STORE', progress: BackupProgress, rows: number | null) => void)
    | undefined;
}

export interface RehearseOptions {
  readonly proof: Proof;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BackupProgress, rows: number | null) => void) | undefined;
}

interface Parts extends SessionParts {
  readonly schemaVersion: number;
  /** Every migration of this version. Left out: those of the folder. */
  readonly migrations?: readonly Migration[] | undefined;
}

/**
 * Saves workspaces to one file, as they are at one instant, while other work goes on. The file is either complete or
 * absent.
 * @throws BAD_INPUT, NOT_FOUND, CANCELLED, DATABASE_FAILED
 */
export async function backup(parts: Parts, path: string, options: BackupOptions): Promise<BackupSummary> {
  const { schemaVersion } = parts;
  return typed(() =>
    writeWhole(path, (put) =>
      inSession(parts, options.signal, (session) => write(dump(session, { ...options, schemaVersion }), put)),
    ),
  );
}

async function write(
  lines: AsyncGenerator<BackupLine, BackupSummary, undefined>,
  put: (text: string) => Promise<void>,
): Promise<BackupSummary> {
  for (;;) {
    const next = await lines.next();
    if (next.done) return next.value;
    await put(textOfLine(next.value));
  }
}

/**
 * Restores the workspaces of a file, all or none, in one transaction. A backup of an earlier schema is brought up to
 * date on the way; one of a later schema is taken if this one can hold every row whole.
 * @throws BACKUP_INVALID, BAD_INPUT, CANCELLED, DATABASE_FAILED, and what `proof` throws; then nothing is changed
 */
export async function restore(
  parts: Parts,
  path: string,
  { replace, proof, signal, onProgress }: RestoreOptions,
): Promise<BackupSummary> {
  const checked = await check(readBackupLines(path), (progress) => onProgress?.('CHECK', progress, null));
  const { header, ...summary } = checked;
  const report = (phase: 'UPGRADE' | 'STORE') => (progress: BackupProgress) =>
    onProgress?.(phase, progress, summary.rows);
  // Citus lets only one user write to a shard in a transaction, and the audit is written by the owner.
  const session = parts.distributed ? { ...parts, switchRole: false } : parts;
  const store = (lines: AsyncIterable<BackupLine>) =>
    inSession(session, signal, (open) => load(open, checked, lines, { replace, proof, onProgress: report('STORE') }));
  await typed(async () => {
    if (header.schemaVersion >= parts.schemaVersion) return store(readBackupLines(path));
    const migrations = parts.migrations ?? (await readMigrations());
    return inNewestSchema(path, checked, { migrations, signal, onProgress: report('UPGRADE') }, store);
  });
  return summary;
}

/**
 * Restores a file into a database in memory, compares every row and proves it, as a real restore does, and lets go of
 * it. @throws as `restore`
 */
export async function rehearse(
  parts: Parts,
  path: string,
  { proof, signal, onProgress }: RehearseOptions,
): Promise<BackupSummary> {
  const checked = await check(readBackupLines(path), (progress) => onProgress?.(progress, null));
  const { header: _, ...summary } = checked;
  await typed(async () => {
    const migrations = parts.migrations ?? (await readMigrations());
    await inMemoryOnly(path, checked, {
      migrations,
      proof,
      signal,
      onProgress: (progress) => onProgress?.(progress, summary.rows),
    });
  });
  return summary;
}

/** Two transactions wrote the same rows, and this one gave way. */
const overtaken: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** The driver's own message stays in `cause`, because it quotes rows. */
async function typed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isCandorError(error)) throw error;
    const sqlState = (error as { readonly code?: unknown } | null)?.code;
    throw (
      embeddedFault(error) ??
      new CandorError('DATABASE_FAILED', 'The backup met a fault of the database.', {
        cause: new Error(diagnosisOf(error)),
        details: { sqlState },
        ...(overtaken.has(sqlState) && {
          remedy:
            'Something else wrote to the workspace. Stop the processes that do, and try again; nothing was changed.',
        }),
      })
    );
  }
}
