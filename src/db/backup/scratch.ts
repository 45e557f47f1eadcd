import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedConnections } from '../connections.ts';
import { migrate, type Migration } from '../migrate.ts';
import { inMemory, openEmbedded } from '../openEmbedded.ts';
import type { CheckedBackup } from './check.ts';
import { type BackupProgress, dump } from './dump.ts';
import { type BackupLine, damaged, readBackupLines } from './file.ts';
import { load, type Proof } from './load.ts';
import { inSession, type SessionParts } from './session.ts';

/** An embedded database that is gone when the work in it is done. */
interface Scratch {
  readonly parts: SessionParts;
  /** Applies what is missing of these migrations. */
  migrate(migrations: readonly Migration[]): Promise<unknown>;
}

async function inScratch<T>(folder: string, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const { pool, close } = await openEmbedded(folder);
  try {
    const connections = embeddedConnections(pool);
    return await work({
      parts: { connections, switchRole: true, distributed: false },
      migrate: (migrations) => migrate(pool, migrations),
    });
  } finally {
    await close();
  }
}

interface ScratchOptions {
  /** Every migration of this version. */
  readonly migrations: readonly Migration[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Those that made the schema of the backup. @throws BACKUP_INVALID for a version that there never was */
function migrationsOf({ header }: CheckedBackup, migrations: readonly Migration[]): readonly Migration[] {
  const before = migrations.filter(({ version }) => version <= header.schemaVersion);
  if (before.at(-1)?.version === header.schemaVersion) return before;
  throw damaged(`There is no schema version ${header.schemaVersion} that the backup could be of.`);
}

/**
 * Brings a backup of an earlier schema up to date, in a database of its own on the disk: rows are what the migrations
 * make of them, whatever those do. `use` reads the lines of the newer backup once.
 */
export async function inNewestSchema(
  path: string,
  backup: CheckedBackup,
  { migrations, signal, onProgress }: ScratchOptions,
  use: (lines: AsyncIterable<BackupLine>) => Promise<void>,
): Promise<void> {
  const before = migrationsOf(backup, migrations);
  const folder = await mkdtemp(join(tmpdir(), 'candor-restore-'));
  try {
    await inScratch(folder, async ({ parts, migrate: bring }) => {
      await bring(before);
      // Whoever restores proves what arrives in the end.
      const proof: Proof = () => Promise.resolve();
      await inSession(parts, signal, (session) =>
        load(session, backup, readBackupLines(path), { replace: false, proof, onProgress }),
      );
      await bring(migrations);
      const schemaVersion = migrations.at(-1)?.version ?? 0;
      await inSession(parts, signal, (session) =>
        use(dump(session, { workspaceIds: backup.workspaces, schemaVersion })),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores a backup in a database in memory, in the schema that it is of, and proves it there. @throws as `load` */
export async function inMemoryOnly(
  path: string,
  backup: CheckedBackup,
  { migrations, signal, onProgress, proof }: ScratchOptions & { readonly proof: Proof },
): Promise<void> {
  await inScratch(inMemory, async ({ parts, migrate: bring }) => {
    await bring(migrationsOf(backup, migrations));
    await inSession(parts, signal, (session) =>
      load(session, backup, readBackupLines(path), { replace: false, proof, onProgress }),
    );
  });
}
