import pg from 'pg';
import { atMost } from '../clock.ts';
import { CandorError, messageOf } from '../errors.ts';
import { applicationRole, type Patience } from './connections.ts';
import { createDatabase, type Database } from './database.ts';
import { isDistributed } from './distribute.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openEmbedded, type OpenPool } from './openEmbedded.ts';

export interface DatabaseSettings {
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  /** A dumped, migrated data folder for the embedded database. */
  readonly snapshot?: Blob;
  /** When to give up on a silent server. */
  readonly patience?: Partial<Patience> | undefined;
}

/** More connections than the two arms of a few concurrent questions need would only queue inside a small server. */
const serverPoolSize = 10;
/** Time limit for closing. Work that is still running after it is left to the server. */
const closeMillis = 5_000;

/**
 * Opens the embedded database or a server, and brings its schema up to date.
 * @throws DATABASE_LOCKED, DATABASE_UNREACHABLE, DATABASE_NEWER, MIGRATION_CHANGED, DATABASE_FAILED
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const kind = settings.databaseUrl ? 'server' : 'embedded';
  const { pool, close } = settings.databaseUrl
    ? await openServer(settings.databaseUrl)
    : await openEmbedded(settings.dataFolder, settings.snapshot);
  try {
    const migrations = await readMigrations();
    const schemaVersion = await migrate(pool, migrations);
    // A migration, a restored folder or an interrupted load leaves postings that the keyword arm cannot read from its
    // index alone, and nothing else would ever repair that here. Takes 5 ms if there are none.
    if (kind === 'embedded') await pool.query('vacuum posting, document_version');
    const { rows } = await pool.query<{ login: string }>('select current_user as login');
    return createDatabase({
      kind,
      pool,
      schemaVersion,
      migrations,
      switchRole: rows[0]?.login !== applicationRole,
      distributed: kind === 'server' && (await isDistributed(pool)),
      patience: settings.patience,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServer(url: string): Promise<OpenPool> {
  const pool = new pg.Pool({
    connectionString: url,
    max: serverPoolSize,
    connectionTimeoutMillis: 3_000,
    application_name: 'candor',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The server closing an idle connection is not a fault: the next query opens another one.
  pool.on('error', () => undefined);
  // A connection in use also reports the fault to its query. Without a listener of its own, the event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new CandorError('DATABASE_UNREACHABLE', `The database at DATABASE_URL does not answer: ${messageOf(error)}`, {
      cause: error,
    });
  }
  let closing: Promise<void> | undefined;
  return { pool, close: () => (closing ??= atMost(pool.end(), closeMillis)) };
}
