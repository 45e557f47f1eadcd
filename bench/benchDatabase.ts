import { createDatabase } from '../src/db/database.ts';
import { inMemory, openEmbedded, type OpenPool } from '../src/db/openEmbedded.ts';
import { migrate, readMigrations } from '../src/db/migrate.ts';
import type { OpenTestDatabase } from '../test/support/database.ts';

/**
 * Opens a migrated database for the benchmark; closing it closes everything that was opened.
 * @param prepare gets the pool before the first statement is sent, for example to time each statement
 */
export async function openBenchDatabase(
  folder: string = inMemory,
  prepare: (pool: OpenPool['pool']) => void = () => undefined,
): Promise<OpenTestDatabase> {
  const { pool, close } = await openEmbedded(folder);
  prepare(pool);
  const schemaVersion = await migrate(pool, await readMigrations());
  const database = createDatabase({ kind: 'embedded', pool, schemaVersion, switchRole: true, close });
  return { database, pool, url: null, close };
}
