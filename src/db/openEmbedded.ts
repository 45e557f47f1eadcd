import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { CandorError, isCandorError } from '../errors.ts';
import { unopened } from './databaseFault.ts';

export const inMemory = 'memory://';

export interface OpenPool {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens the embedded Postgres behind an ordinary node-postgres pool of one connection: PGlite has one session.
 * @param folder the data folder, created if missing; `memory://` keeps nothing
 * @param snapshot a dumped data folder to start from (tests: 1.2 s, whereas initdb takes 4 to 12 s)
 * @throws DATABASE_LOCKED if another process has the folder open: PGlite itself would silently corrupt it;
 * DATABASE_FAILED with a remedy if the files are damaged, are not a database, or cannot be written, or if the disk is
 * full
 */
export async function openEmbedded(folder: string, snapshot?: Blob): Promise<OpenPool & { readonly lite: PGlite }> {
  const lock = folder === inMemory ? undefined : await lockFolder(folder);
  const files = join(folder, 'postgres');
  const isNew = folder !== inMemory && !existsSync(files);
  try {
    const lite = await PGlite.create({
      ...(folder === inMemory ? {} : { dataDir: files }),
      ...(snapshot ? { loadDataDir: snapshot } : {}),
      extensions: { vector, btree_gin, pg_trgm, unaccent },
    });
    const pool = new pg.Pool(Object.assign(createPgConfig(lite), { max: 1 }));
    const close = async () => {
      await pool.end();
      await lite.close();
      await lock?.release();
    };
    return { pool, lite, close };
  } catch (error) {
    // The next start would take a half-created database for a damaged one.
    if (isNew) await rm(files, { recursive: true, force: true }).catch(() => undefined);
    await lock?.release();
    throw unopened(error, folder);
  }
}

async function lockFolder(folder: string): Promise<Lock> {
  try {
    await mkdir(folder, { recursive: true });
    return await takeLock(join(folder, 'lock'));
  } catch (error) {
    throw isCandorError(error) ? error : unopened(error, folder);
  }
}

interface Lock {
  release(): Promise<void>;
}

/**
 * Locks that this process holds. A lock file with our own id that is not in this set was left by an earlier process
 * with the same id (containers).
 */
const held = new Set<string>();

const attempts = 50;
/** A take-over lasts a millisecond, so a guard this old was left by a process that died during one. */
const guardMillis = 5_000;

/**
 * Takes a lock file that contains the owner's process id. A file whose owner is gone is taken over.
 * @throws DATABASE_LOCKED if a living process has it
 */
export async function takeLock(file: string): Promise<Lock> {
  const path = resolve(file);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if ((await create(path)) || (await replaceStale(path))) {
      held.add(path);
      return { release: () => release(path) };
    }
    const owner = await ownerOf(path);
    if (owner !== undefined && isAlive(owner, path)) {
      throw new CandorError('DATABASE_LOCKED', `The data folder is in use by process ${owner}.`, {
        details: { lockFile: path, processId: owner },
      });
    }
    await setTimeout(10);
  }
  throw new CandorError('DATABASE_LOCKED', 'The data folder is being opened by another process.', {
    details: { lockFile: path },
  });
}

/** Creates the file with its content in one step, so that a reader never finds it empty and takes it for stale. */
async function create(path: string): Promise<boolean> {
  const draft = await writeDraft(path);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Replaces the lock under a guard, one process at a time, and only if it is still stale: between reading and replacing,
 * another process may have taken over the lock.
 */
async function replaceStale(path: string): Promise<boolean> {
  if (!(await isStale(path))) return false;
  const guard = `${path}.takeover`;
  if (!(await create(guard))) {
    const made = await stat(guard).then(
      (file) => file.mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - made > guardMillis) await rm(guard, { force: true });
    return false;
  }
  try {
    if (!(await isStale(path))) return false;
    const draft = await writeDraft(path);
    await rename(draft, path);
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

/** A missing file is not stale: it belongs to the process that creates it. */
async function isStale(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const owner = text === undefined ? undefined : ownerIn(text);
  return text !== undefined && (owner === undefined || !isAlive(owner, path));
}

async function writeDraft(path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomUUID()}`;
  await writeFile(draft, `${process.pid}\n`);
  return draft;
}

async function ownerOf(path: string): Promise<number | undefined> {
  return ownerIn(await readFile(path, 'utf8').catch(() => ''));
}

function ownerIn(text: string): number | undefined {
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

function isAlive(owner: number, path: string): boolean {
  if (owner === process.pid) return held.has(path);
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function release(path: string): Promise<void> {
  held.delete(path);
  await rm(path, { force: true });
}
