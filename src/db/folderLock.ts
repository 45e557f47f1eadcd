import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CandorError, messageOf } from '../errors.ts';

export interface Lock {
  release(): void;
}

/** Written into the file by whoever has the lock, for messages alone: the lock itself is the kernel's. */
const Holder = z.object({ processId: z.number().int(), host: z.string(), since: z.iso.datetime() });
type Holder = z.infer<typeof Holder>;

/**
 * The byte that is locked. Windows lets nobody read what is locked, so it lies behind all that is ever written. macOS
 * locks whole files, which may be read all the same.
 */
const place: readonly [offset: number, length: number] = process.platform === 'darwin' ? [0, 0] : [2 ** 40, 1];

/**
 * Locks a data folder, which is created if missing. The lock is the kernel's and belongs to an open file: it holds
 * between containers, where every process may have the id 1, holds while its owner's thread is blocked, and ends with
 * its owner however that ends. The file stays: a process that opened it just before it was removed would lock a file
 * that nobody else sees.
 * @throws DATABASE_LOCKED if another process, or this one, has it; DATABASE_FAILED where the kernel cannot be asked for
 * a lock: without one, two processes would corrupt the database in silence
 */
export async function lockFolder(folder: string): Promise<Lock> {
  await mkdir(folder, { recursive: true });
  const file = join(resolve(folder), 'lock');
  const tryLock = await loadLock(folder);
  // A number, not a FileHandle: one that is collected as garbage closes its file, and ends the lock.
  const fd = openSync(file, 'a+');
  try {
    if (!isTaken(() => tryLock(fd, ...place), folder)) throw inUse(file);
    writeHolder(fd, { processId: process.pid, host: hostname(), since: new Date().toISOString() });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  let open = true;
  return {
    release() {
      if (!open) return;
      open = false;
      try {
        ftruncateSync(fd);
      } finally {
        closeSync(fd);
      }
    },
  };
}

/**
 * Loaded here, so that a Candor on a Postgres server runs where the package has no binary. It has them for Linux (glibc),
 * macOS and Windows, on x64 and arm64.
 */
async function loadLock(folder: string): Promise<(fd: number, offset: number, length: number) => boolean> {
  try {
    return (await import('fs-native-extensions')).tryLock;
  } catch (error) {
    throw unlockable(error, folder, 'This system has no lock for the embedded database', {
      remedy:
        'Run Candor on Linux with glibc (Debian, Ubuntu; not Alpine), macOS or Windows, on x64 or arm64, or set DATABASE_URL to a Postgres server.',
    });
  }
}

function isTaken(take: () => boolean, folder: string): boolean {
  try {
    return take();
  } catch (error) {
    // Windows says so of a lock that another process has.
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') return false;
    throw unlockable(error, folder, `The disk of ${folder} knows no locks`, {
      remedy: 'Set CANDOR_DATA to a folder on a disk of this machine, or set DATABASE_URL to a Postgres server.',
    });
  }
}

function unlockable(error: unknown, folder: string, what: string, { remedy }: { remedy: string }): CandorError {
  return new CandorError('DATABASE_FAILED', `${what}: ${messageOf(error)}`, {
    cause: error,
    remedy,
    details: { folder, reason: 'UNLOCKABLE' },
  });
}

/** A full disk has no room for the name, which is only good for a message. */
function writeHolder(fd: number, holder: Holder): void {
  try {
    ftruncateSync(fd);
    writeSync(fd, `${JSON.stringify(holder)}\n`);
  } catch {
    return;
  }
}

function inUse(file: string): CandorError {
  const holder = readHolder(file);
  const here = holder?.host === hostname();
  const message = holder
    ? `The data folder is in use by process ${holder.processId}${here ? '' : ` on ${holder.host}`}, since ${holder.since}.`
    : 'The data folder is in use by another process.';
  return new CandorError('DATABASE_LOCKED', message, { details: { lockFile: file, ...holder } });
}

/** Undefined while the holder has not written its name yet. */
function readHolder(file: string): Holder | undefined {
  try {
    return Holder.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
