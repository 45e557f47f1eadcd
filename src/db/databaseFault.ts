import { CandorError } from '../errors.ts';

/** SQLSTATE of a server that has no space left. */
const diskFull = '53100';
/** What PGlite's file system says of the same: WASI's number, without a message. */
const noSpace = 51;

const remedies = {
  full: 'Free space on the disk of the database (for the embedded one, of CANDOR_DATA) and try again; if it persists, start Candor again.',
  stopped:
    'Start Candor again. If it says that the folder cannot be opened, move CANDOR_DATA/postgres away, start, and restore a backup ("candor restore FILE") or ingest the documents again.',
  unopened:
    'Check that the folder is Candor\'s own and may be written. If its files are damaged, move CANDOR_DATA/postgres away, start, and restore a backup ("candor restore FILE") or ingest the documents again.',
} as const;

/** A full disk, in the words of Node, of PGlite's file system, or of Postgres. Undefined for any other fault. */
function fullDisk(error: unknown): CandorError | undefined {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  if (code !== diskFull && code !== 'ENOSPC' && errno !== noSpace) return undefined;
  return new CandorError('DATABASE_FAILED', 'No space is left on the disk of the database.', {
    cause: error,
    remedy: remedies.full,
    details: { reason: 'DISK_FULL' },
  });
}

/**
 * A full disk, or an embedded Postgres that has ended itself: WebAssembly tells that by an error without an SQLSTATE,
 * and nothing runs in it any more.
 */
export function embeddedFault(error: unknown): CandorError | undefined {
  const full = fullDisk(error);
  if (full || !(error instanceof WebAssembly.RuntimeError || isFileFault(error))) return full;
  return new CandorError('DATABASE_FAILED', 'The embedded database has stopped.', {
    cause: error,
    remedy: remedies.stopped,
    details: { reason: 'STOPPED' },
  });
}

/**
 * An embedded database that does not open: its files are damaged, not a database, or not to be written. @param folder
 * CANDOR_DATA
 */
export function unopened(error: unknown, folder: string): CandorError {
  return (
    fullDisk(error) ??
    new CandorError('DATABASE_FAILED', `The embedded database in ${folder} cannot be opened.`, {
      cause: error,
      remedy: remedies.unopened,
      details: { folder, reason: 'UNOPENED' },
    })
  );
}

/** The class is the WebAssembly module's own, so its name tells it. */
const isFileFault = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'ErrnoError';
