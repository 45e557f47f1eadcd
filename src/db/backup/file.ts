import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CandorError } from '../../errors.ts';
import { damaged, readLine, type BackupLine } from './format.ts';

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
