import { statfsSync } from 'node:fs';
import { CandorError } from '../errors.ts';

/** SQLSTATE of a server without free space. */
const diskFull = '53100';
/** The same in PGlite's file system: WASI's number, without a message. */
const noSpace = 51;

const remedies = {
  full: 'Free space on the disk of the database (for the embedded one, of CANDOR_DATA) and try again; if it persists, start Candor again.',
  readOnly:
    'Let DATABASE_URL name the primary, or all servers and "?target_session_attrs=read-write", and start again; Candor records every question and cannot work on a standby.',
  stopped:
    'Start Candor again. If it says that the folder cannot be opened, move CANDOR_DATA/postgres away, start, and restore a backup ("candor restore FILE") or ingest the documents again.',
  unopened:
    'Check that the folder is Candor\'s own and may be written. If its files are damaged, move CANDOR_DATA/postgres away, start, and restore a backup ("candor restore FILE") or ingest the documents again.',
} as const;

/** A full disk, as reported by Node, PGlite's file system or Postgres. Undefined for any other fault. */
function fullDisk(error: unknown): CandorError | undefined {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  if (code !== diskFull && code !== 'ENOSPC' && errno !== noSpace) return undefined;
  return noSpaceLeft(error);
}

export function noSpaceLeft(error?: unknown): CandorError {
  return new CandorError('DATABASE_FAILED', 'No space is left on the disk of the database.', {
    cause: error,
    remedy: remedies.full,
    details: { reason: 'DISK_FULL' },
  });
}

/**
 * A full disk, or an embedded Postgres that has ended itself. WebAssembly reports the latter as an error without an
 * SQLSTATE, and nothing runs in that instance any more.
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

/** A segment of the journal, which Postgres wants whole before it begins. */
const segment = 16 * 1024 * 1024;
/**
 * Below this, the embedded database is written to no more. Without space for the next segment of the journal, Postgres
 * gives up, and the embedded one takes the whole process with it, without a word. What one statement writes, and what
 * others write on the same disk meanwhile, must fit in.
 */
const leastFree = 4 * segment;

/** @returns the bytes that are left where the folder is; infinite where that is no disk, or unknown */
export function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    // What has no blocks at all, such as /proc, is no disk.
    return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export function isFull(freeBytes: number): boolean {
  return freeBytes < leastFree;
}

/** @throws DATABASE_FAILED if the database cannot be opened on what is left: to try it may end the process */
export function refuseWithoutSpace(folder: string): void {
  if (freeBytesOf(folder) < segment) throw noSpaceLeft();
}

/**
 * An embedded database that cannot be opened: its files are damaged, are not a database, or cannot be written. On a
 * full disk, PGlite says no more than that it "failed to initialize properly": who then moves the folder away, as one
 * does with a damaged one, loses sight of what is stored.
 * @param folder CANDOR_DATA
 */
export function unopened(error: unknown, folder: string): CandorError {
  return (
    fullDisk(error) ??
    (freeBytesOf(folder) < segment ? noSpaceLeft(error) : undefined) ??
    new CandorError('DATABASE_FAILED', `The embedded database in ${folder} cannot be opened.`, {
      cause: error,
      remedy: remedies.unopened,
      details: { folder, reason: 'UNOPENED' },
    })
  );
}

/** SQLSTATE of a write on a standby, or on a server that is set to read only. */
const readOnlyState = '25006';

/** A server that takes no writes. Undefined for any other fault. */
export function readOnlyFault(error: unknown): CandorError | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === readOnlyState ? readOnlyServer(error) : undefined;
}

export function readOnlyServer(cause?: unknown): CandorError {
  return new CandorError('DATABASE_FAILED', 'The database only reads: it is a standby, or set so.', {
    cause,
    remedy: remedies.readOnly,
    details: { reason: 'READ_ONLY_DATABASE' },
  });
}

/** The class belongs to the WebAssembly module, so it can only be recognised by name. */
const isFileFault = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'ErrnoError';
