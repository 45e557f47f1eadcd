import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/**
 * Where the process that serves a data folder takes command lines. Whoever can read the file may do what the command
 * line may.
 */
const Endpoint = z.object({
  version: z.string(),
  processId: z.number().int(),
  /** A unix socket, or a named pipe. */
  address: z.string(),
  /** Shown with each command line. */
  key: z.string(),
  /** Of the HTTP server; null until it listens. */
  url: z.string().nullable(),
});
export type Endpoint = z.infer<typeof Endpoint>;

const fileOf = (dataFolder: string) => join(resolve(dataFolder), 'terminal.json');

/** A socket's path has 104 bytes on macOS and 108 on Linux. */
const longestAddress = 100;
const temporaryPrefix = 'candor-serve-';

/**
 * A new address: in the data folder where its path is short enough, else in a folder of its own that only this user may
 * enter.
 */
export async function newAddress(dataFolder: string): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\candor-${randomUUID()}`;
  const beside = join(resolve(dataFolder), `terminal-${process.pid}.sock`);
  if (Buffer.byteLength(beside) <= longestAddress) return beside;
  return join(await mkdtemp(join(tmpdir(), temporaryPrefix)), 's');
}

/** Removes a socket that is no longer listened on, with the folder that was made for it. */
export async function removeAddress(address: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = dirname(address);
  if (basename(folder).startsWith(temporaryPrefix)) await rm(folder, { recursive: true, force: true });
  else await rm(address, { force: true });
}

/** The file comes to be with its content in one step, readable by this user alone. */
export async function writeEndpoint(dataFolder: string, endpoint: Endpoint): Promise<void> {
  const file = fileOf(dataFolder);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(endpoint)}\n`, { mode: 0o600 });
  // The mode of writeFile goes through the umask, which may only take away; some file systems ignore it.
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** Undefined where there is none, or none that can be read. It may be stale: only connecting tells. */
export async function readEndpoint(dataFolder: string): Promise<Endpoint | undefined> {
  try {
    return Endpoint.safeParse(JSON.parse(await readFile(fileOf(dataFolder), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export async function removeEndpoint(dataFolder: string): Promise<void> {
  await rm(fileOf(dataFolder), { force: true });
}
