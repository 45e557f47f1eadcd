import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { inMemory, openEmbedded } from '../../src/db/embedded.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import './provided.ts';

/** Migrates one embedded database for the whole run: loading its dump takes 1 s, where initdb takes 4 to 12 s. Not compressed, as unpacking takes longer than reading. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-snapshot-'));
  const file = join(folder, 'postgres.tar');
  const { lite, pool, close } = await openEmbedded(inMemory);
  await migrate(pool, await readMigrations());
  const dump = await lite.dumpDataDir('none');
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()));
  await close();
  project.provide('snapshotFile', file);
  return () => rm(folder, { recursive: true, force: true });
}
