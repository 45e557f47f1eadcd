import pg from 'pg';
import { atMost } from '../clock.ts';
import { CandorError, isCandorError, messageOf } from '../errors.ts';
import { applicationRole, type Patience } from './connections.ts';
import { createDatabase, type Database } from './database.ts';
import { isFull } from './databaseFault.ts';
import { isDistributed } from './distribute.ts';
import { clientOf, connectMillis, readAddresses } from './hosts.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openEmbedded, type OpenPool } from './openEmbedded.ts';
import { asCandorError } from './statementFaults.ts';

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
 * @throws DATABASE_LOCKED, DATABASE_UNREACHABLE, DATABASE_NEWER, MIGRATION_CHANGED, DATABASE_FAILED (on a standby with
 * the reason READ_ONLY_DATABASE)
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const kind = settings.databaseUrl ? 'server' : 'embedded';
  const { pool, freeBytes, close } = settings.databaseUrl
    ? await openServer(settings.databaseUrl)
    : await openEmbedded(settings.dataFolder, settings.snapshot);
  try {
    const migrations = await readMigrations();
    const schemaVersion = await migrate(pool, migrations);
    // A migration, a restored folder or an interrupted load leaves postings that the keyword arm cannot read from its
    // index alone, and nothing else would ever repair that here. Takes 5 ms if there are none.
    // On a full disk it waits for another start: what is stored can be read all the same.
    if (kind === 'embedded' && !isFull(freeBytes?.() ?? Number.POSITIVE_INFINITY))
      await pool.query('vacuum posting, document_version');
    const { rows } = await pool.query<{ login: string }>('select current_user as login');
    return createDatabase({
      kind,
      pool,
      schemaVersion,
      migrations,
      switchRole: rows[0]?.login !== applicationRole,
      distributed: kind === 'server' && (await isDistributed(pool)),
      patience: settings.patience,
      freeBytes,
      close,
    });
  } catch (error) {
    await close();
    throw asCandorError(error, undefined);
  }
}

async function openServer(url: string): Promise<OpenPool> {
  const addresses = readAddresses(url);
  const pool = new pg.Pool({
    connectionString: addresses.urls[0],
    Client: clientOf(addresses),
    max: serverPoolSize,
    connectionTimeoutMillis: connectMillis(addresses),
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
    if (isCandorError(error)) throw error;
    throw new CandorError('DATABASE_UNREACHABLE', `The database at DATABASE_URL does not answer: ${messageOf(error)}`, {
      cause: error,
    });
  }
  let closing: Promise<void> | undefined;
  return { pool, close: () => (closing ??= atMost(pool.end(), closeMillis)) };
}
