import { createDatabase } from '../src/db/database.ts';
import { inMemory, openEmbedded, type OpenPool } from '../src/db/embedded.ts';
import { migrate, readMigrations } from '../src/db/migrate.ts';
import type { OpenTestDatabase } from '../test/support/database.ts';

/**
 * A migrated database of the bench's own; closing it closes what was opened.
 * @param prepare what looks at each statement, before the first is sent
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
