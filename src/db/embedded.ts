import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { vector } from '@electric-sql/pglite-pgvector';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { isCandorError } from '../errors.ts';
import { unopened } from './databaseFault.ts';
import { takeLock, type Lock } from './lock.ts';

export const inMemory = 'memory://';

export interface OpenPool {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens the embedded Postgres behind an ordinary node-postgres pool of one connection: PGlite has one session.
 * @param folder the data folder, made when missing; `memory://` keeps nothing
 * @param snapshot a dumped data folder to start from (tests: 1.2 s where initdb takes 4 to 12 s)
 * @throws DATABASE_LOCKED when another process has the folder open: PGlite itself would corrupt it in silence;
 * DATABASE_FAILED with a remedy where the
 *   files are damaged, no database, not to be written, or the disk is full
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
    // A database half made would be taken for a damaged one by the next start.
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
