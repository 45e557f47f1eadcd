import { open, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CandorError } from '../errors.ts';

export interface Lock {
  release(): Promise<void>;
}

/** Locks this process holds: a lock file with our own id that is not among them was left by an earlier process with the same id (containers). */
const held = new Set<string>();

/**
 * Takes a lock file that holds the owner's process id. A file whose owner is gone is taken over.
 * @throws DATABASE_LOCKED when a living process has it
 */
export async function takeLock(file: string): Promise<Lock> {
  const path = resolve(file);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await create(path)) return { release: () => release(path) };
    const owner = await ownerOf(path);
    if (owner !== undefined && isAlive(owner, path)) {
      throw new CandorError('DATABASE_LOCKED', `The data folder is in use by process ${owner}.`, { details: { lockFile: path, processId: owner } });
    }
    await rm(path, { force: true });
  }
  throw new CandorError('DATABASE_LOCKED', 'The data folder is being opened by another process.', { details: { lockFile: path } });
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(`${process.pid}\n`);
    await file.close();
    held.add(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function ownerOf(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
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
