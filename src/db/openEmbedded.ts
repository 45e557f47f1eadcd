import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { isCandorError } from '../errors.ts';
import { freeBytesOf, refuseWithoutSpace, unopened } from './databaseFault.ts';
import { lockFolder, type Lock } from './folderLock.ts';

export const inMemory = 'memory://';

export interface OpenPool {
  readonly pool: pg.Pool;
  /** What is left on the disk of an embedded database; infinite in memory. */
  readonly freeBytes?: () => number;
  close(): Promise<void>;
}

/**
 * Opens the embedded Postgres behind an ordinary node-postgres pool of one connection: PGlite has one session.
 * @param folder the data folder, created if missing; `memory://` keeps nothing
 * @param snapshot a dumped data folder to start from (tests: 1.2 s, whereas initdb takes 4 to 12 s)
 * @throws DATABASE_LOCKED if another process has the folder open: PGlite itself would silently corrupt it;
 * DATABASE_FAILED with a remedy if the files are damaged, are not a database, cannot be written or cannot be locked, or
 * if the disk is full
 */
export async function openEmbedded(folder: string, snapshot?: Blob): Promise<OpenPool & { readonly lite: PGlite }> {
  const lock = folder === inMemory ? undefined : await lockOrSayWhy(folder);
  const files = join(folder, 'postgres');
  const isNew = folder !== inMemory && !existsSync(files);
  try {
    if (folder !== inMemory) refuseWithoutSpace(folder);
    const lite = await PGlite.create({
      ...(folder === inMemory ? {} : { dataDir: files }),
      ...(snapshot ? { loadDataDir: snapshot } : {}),
      extensions: { vector, btree_gin, pg_trgm, unaccent },
    });
    const pool = new pg.Pool(Object.assign(createPgConfig(lite), { max: 1 }));
    const close = async () => {
      try {
        await pool.end();
        await lite.close();
      } finally {
        lock?.release();
      }
    };
    const freeBytes = () => (folder === inMemory ? Number.POSITIVE_INFINITY : freeBytesOf(folder));
    return { pool, lite, freeBytes, close };
  } catch (error) {
    // The next start would take a half-created database for a damaged one.
    if (isNew) await rm(files, { recursive: true, force: true }).catch(() => undefined);
    lock?.release();
    throw unopened(error, folder);
  }
}

async function lockOrSayWhy(folder: string): Promise<Lock> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    throw isCandorError(error) ? error : unopened(error, folder);
  }
}
