import { createHash, type Hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { CandorError } from '../../errors.ts';

/**
 * A backup is gzip over lines of UTF-8. A line that begins with # is a mark: what follows, or what a table came to. Any
 * other is a row: the hash of its JSON, a space, its JSON. The last mark counts and hashes the whole, so that half a
 * file is told from a whole one.
 */
export const formatVersion = 1;

const header = z.object({
  candor: z.literal('backup'),
  format: z.number(),
  schemaVersion: z.number(),
  createdAt: z.iso.datetime(),
  workspaces: z.array(z.uuid()),
});
const total = { rows: z.number().int().nonnegative(), hash: z.string() };
const mark = z.union([
  header,
  z.object({ workspace: z.uuid() }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ endOfTable: z.string(), ...total }),
  z.object({ end: z.literal(true), ...total }),
]);

export type BackupHeader = z.infer<typeof header>;
type Mark = z.infer<typeof mark>;
export type BackupLine = Mark | { readonly row: string };

/** Of one table's rows, in their order. */
export interface RowHash {
  add(row: string): void;
  readonly rows: number;
  digest(): string;
}

/** 128 bits: against damage and mistakes, not against a forger, who could write the hash anew. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

export function createRowHash(): RowHash {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    add: (row) => {
      rows += 1;
      hash.update(row).update('\n');
    },
    get rows() {
      return rows;
    },
    digest: () => hash.copy().digest('hex'),
  };
}

export const markLine = (value: Mark): string => `#${JSON.stringify(value)}\n`;
export const rowLine = (row: string): string => `${hashOf(row)} ${row}\n`;

/** @throws BACKUP_INVALID */
function readLine(text: string, number: number): BackupLine {
  if (text.startsWith('#')) {
    const parsed = mark.safeParse(jsonOf(text.slice(1)));
    if (parsed.success) return parsed.data;
    throw damaged(`Line ${number} is no mark of a backup.`);
  }
  const at = text.indexOf(' ');
  const row = text.slice(at + 1);
  if (at < 0 || hashOf(row) !== text.slice(0, at)) throw damaged(`The row in line ${number} is not what was written.`);
  return { row };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function damaged(problem: string, cause?: unknown): CandorError {
  return new CandorError('BACKUP_INVALID', problem, { cause });
}

/**
 * Writes a file that is whole or not there: it gets its name when its last byte is on the disk. Readable by its owner
 * alone.
 * @throws BAD_INPUT when there is a file of that name, or none can be written; what `write` throws
 */
export async function writeWhole<T>(
  path: string,
  write: (put: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new CandorError('BAD_INPUT', `There is a file ${path} already.`, {
      remedy: 'Give another name, or move it.',
    });
  const draft = `${path}.${randomUUID()}.partial`;
  try {
    const gzip = createGzip({ level: 6 });
    const written = pipeline(gzip, createWriteStream(draft, { mode: 0o600 }));
    const failed = written.then(() => new Promise<never>(() => undefined));
    // A full disk is told by the pipeline while rows are still put.
    const result = await Promise.race([
      write(async (text) => {
        if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), failed]);
      }),
      failed,
    ]);
    gzip.end();
    await written;
    await flush(draft);
    await rename(draft, path);
    await flush(dirname(path));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw isFileFault(error)
      ? new CandorError('BAD_INPUT', `The file ${path} cannot be written (${error.code}).`, {
          cause: error,
          remedy: 'Check the folder, its rights and the space on its disk.',
        })
      : error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The lines of a backup, each checked against its own hash. @throws BAD_INPUT for no such file; BACKUP_INVALID for one
 * that is cut off or damaged
 */
export async function* readBackupLines(path: string): AsyncGenerator<BackupLine> {
  const text = new PassThrough();
  let fault: unknown;
  const reading = pipeline(createReadStream(path), createGunzip(), text).catch((error: unknown) => {
    fault = error;
  });
  let number = 0;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      yield readLine(line, number);
    }
  } catch (error) {
    fault ??= error;
  }
  text.destroy();
  await reading;
  if (fault instanceof CandorError) throw fault;
  if (isFileFault(fault) && fault.code.startsWith('E') && !fault.code.startsWith('ERR_'))
    throw new CandorError('BAD_INPUT', `The file ${path} cannot be read (${fault.code}).`, { cause: fault });
  if (fault !== undefined) throw damaged(`The file ${path} is cut off or no backup (line ${number + 1}).`, fault);
}

function isFileFault(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return (
    error instanceof Error &&
    typeof (error as NodeJS.ErrnoException).code === 'string' &&
    !(error instanceof CandorError)
  );
}
