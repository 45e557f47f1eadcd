import { readFile } from 'node:fs/promises';
import { CandorError, messageOf } from '../../errors.ts';
import { countLines, isDataset, isJsonLines, readDataset } from './dataset.ts';
import type { DocumentInput } from '../document.ts';
import { checkFileBytes } from '../formats/limits.ts';
import { listFiles, type FoundFile, type SkippedPath } from '../sync/listFiles.ts';

/** Documents of a file or folder, read while they are iterated: nothing but paths is held in memory. */
export interface Source {
  /** Null when counting would mean reading a large file twice. Lines that turn out bad are counted. */
  readonly total: number | null;
  readonly documents: AsyncIterable<DocumentInput>;
  /** Grows while `documents` is iterated. */
  readonly skipped: readonly SkippedPath[];
}

export interface ReadPathOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Beyond this a JSON Lines file is not read once more only to count it. */
const maxCountedBytes = 256 * 1024 * 1024;

/**
 * The documents of a file or folder, for a knowledge base that is filled once and thrown away: nothing is remembered of
 * the folder.
 * @throws BAD_INPUT for a path that is missing or of an unknown kind; CANCELLED
 */
export async function readPath(path: string, options: ReadPathOptions = {}): Promise<Source> {
  const { files, skipped } = await listFiles(path);
  const told = [...skipped];
  return { total: await countDocuments(files), documents: readFiles(files, told, options.signal), skipped: told };
}

/**
 * The documents of one file: one, or the lines of a data set. @throws DOCUMENT_TOO_LARGE, DOCUMENT_INVALID when it
 * cannot be read, CANCELLED
 */
export async function* readFoundFile(
  file: Pick<FoundFile, 'key' | 'path' | 'size'>,
  onBadLine: (name: string, problem: string) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<DocumentInput> {
  if (signal?.aborted) throw new CandorError('CANCELLED', 'Reading was stopped.');
  if (isJsonLines(file.path) && (await isDataset(file.path))) {
    for await (const line of readDataset(file.path, signal)) {
      if ('document' in line) yield line.document;
      else onBadLine(`${file.key}:${line.number}`, line.problem);
    }
    return;
  }
  checkFileBytes(file.size);
  yield { key: file.key, bytes: await readBytes(file) };
}

async function readBytes(file: Pick<FoundFile, 'key' | 'path'>): Promise<Uint8Array> {
  try {
    return await readFile(file.path);
  } catch (error) {
    throw new CandorError('DOCUMENT_INVALID', `The file cannot be read: ${messageOf(error)}`, {
      cause: error,
      details: { file: file.key },
    });
  }
}

async function countDocuments(files: readonly FoundFile[]): Promise<number | null> {
  let total = 0;
  for (const file of files) {
    if (!isJsonLines(file.path)) total += 1;
    else if (file.size > maxCountedBytes) return null;
    else total += (await isDataset(file.path)) ? await countLines(file.path) : 1;
  }
  return total;
}

async function* readFiles(
  files: readonly FoundFile[],
  skipped: SkippedPath[],
  signal: AbortSignal | undefined,
): AsyncGenerator<DocumentInput> {
  for (const file of files) {
    try {
      yield* readFoundFile(file, (path, reason) => skipped.push({ path, reason }), signal);
    } catch (error) {
      if (!(error instanceof CandorError) || error.code === 'CANCELLED') throw error;
      skipped.push({ path: file.key, reason: error.message });
    }
  }
}
