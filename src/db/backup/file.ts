import { createHash, type Hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import { boundedLines } from '../../lines.ts';

/**
 * A backup is gzipped lines of UTF-8. A line that starts with # is a mark: it announces what follows, or gives the
 * totals of a table. Any other line is a row: the hash of its JSON, a space, and the JSON. The last mark has the count
 * and hash of everything, so that an incomplete file can be detected.
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

/** Hash of one table's rows, in order. */
export interface RowHash {
  add(row: string): void;
  readonly rows: number;
  digest(): string;
}

/** 132 bits: enough against damage and mistakes, but not against a forger, who could recompute the hash. */
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

export const textOfLine = (line: BackupLine): string =>
  'row' in line ? `${hashOf(line.row)} ${line.row}\n` : `#${JSON.stringify(line)}\n`;

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
 * Writes a file that is either complete or absent: it gets its name when its last byte is on the disk. Only its owner
 * can read it.
 * @throws BAD_INPUT if a file of that name exists, or none can be written; whatever `write` throws
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
    // The pipeline reports a full disk while rows are still being written.
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
 * More than any row: the largest are the pieces of a document of 5,000,000 characters, and their lists of lines and
 * blocks. 583 kB of gzip can be one line that no string can hold.
 */
export const longestRowBytes = 256 * 1024 * 1024;

/**
 * Yields the lines of a backup, each checked against its own hash. @throws BAD_INPUT if the file cannot be read;
 * BACKUP_INVALID for one that is cut off or damaged, or has a line that no backup has
 */
export async function* readBackupLines(path: string, longest = longestRowBytes): AsyncGenerator<BackupLine> {
  const text = new PassThrough();
  let fileFault: unknown;
  const reading = pipeline(createReadStream(path), createGunzip(), text).catch((error: unknown) => {
    fileFault = error;
  });
  let number = 0;
  let fault: unknown;
  try {
    for await (const line of boundedLines(text as AsyncIterable<Buffer>, { longest, endsIfLonger: true })) {
      number += 1;
      if (!line) throw damaged(`Line ${number} is longer than a row of a backup, ${longest} bytes.`);
      yield readLine(line.toString('utf8'), number);
    }
  } catch (error) {
    fault = error;
  }
  text.destroy();
  await reading;
  fault ??= fileFault;
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
