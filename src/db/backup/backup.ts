import { isCandorError, CandorError, diagnosisOf } from '../../errors.ts';
import { dump, type BackupProgress, type BackupSummary } from './dump.ts';
import { readBackupLines, writeWhole } from './file.ts';
import { check, load } from './load.ts';
import { inSession, type SessionParts } from './session.ts';

export interface BackupOptions {
  /** Null: all. */
  readonly workspaceIds: readonly string[] | null;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

export interface RestoreOptions {
  /** Deletes what the workspaces of the backup hold now. */
  readonly replace: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called while the file is read through first, then while it is stored. */
  readonly onProgress?: ((phase: 'CHECK' | 'STORE', progress: BackupProgress, rows: number | null) => void) | undefined;
}

interface Parts extends SessionParts {
  readonly schemaVersion: number;
}

/**
 * Saves workspaces to one file, as they are at one instant, while others go on working. The file is whole or not there.
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
 * Brings the workspaces of a file back, all of them or none: one transaction.
 * @throws BACKUP_INVALID, BAD_INPUT, CANCELLED, DATABASE_FAILED; nothing is changed then
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

/** The driver's own words stay in `cause`: they quote rows. */
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
