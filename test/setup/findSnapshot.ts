import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { inMemory, openEmbedded } from '../../src/db/openEmbedded.ts';
import { migrate, type Migration, readMigrations } from '../../src/db/migrate.ts';
import './provided.ts';

/** Not in node_modules, which `npm ci` empties. Only for this user: what lies here is loaded as it is. */
const folder = join(tmpdir(), `candor-snapshots-${userInfo().uid}`);
const weekMillis = 7 * 86_400_000;

export default async function setup(project: TestProject): Promise<void> {
  project.provide('snapshotFile', await findSnapshot());
}

/**
 * A migrated embedded database as a dump, which loads in 1 s where initdb takes 4 to 12 s. It is made once a machine for each state of the migrations and each PGlite.
 * Not compressed, as unpacking takes longer than reading. @returns its file
 */
export async function findSnapshot(): Promise<string> {
  const migrations = await readMigrations();
  const file = join(folder, `${await keyOf(migrations)}.tar`);
  if (!(await isFile(file))) await build(file, migrations);
  return file;
}

/** What `openEmbedded` begins with, of a file that `findSnapshot` has found. */
export async function loadSnapshot(file: string): Promise<Blob> {
  return new Blob([new Uint8Array(await readFile(file))]);
}

const dependencies = z.object({ dependencies: z.record(z.string(), z.string()) });

async function keyOf(migrations: readonly Migration[]): Promise<string> {
  const versions = dependencies.parse(JSON.parse(await readFile('package.json', 'utf8'))).dependencies;
  const parts = [
    ...Object.entries(versions)
      .filter(([name]) => name.startsWith('@electric-sql/'))
      .flat(),
    ...migrations.map(({ name, hash }) => `${name} ${hash}`),
  ];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

const isFile = (file: string) =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

/** Two runs may build at once: each writes a file of its own, and renaming is atomic. */
async function build(file: string, migrations: readonly Migration[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld();
  const { lite, pool, close } = await openEmbedded(inMemory);
  await migrate(pool, migrations);
  const dump = await lite.dumpDataDir('none');
  await close();
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()));
  await rename(unfinished, file);
}

/** Every change of a migration leaves a dump behind. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > weekMillis) await rm(path, { force: true });
  }
}
