import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { CandorError, messageOf, readingStopped } from '../../errors.ts';
import type { DocumentInput } from '../document.ts';
import { pictureExtensions, readableExtensions } from '../formats/detectFormat.ts';
import { checkFileBytes } from '../formats/limits.ts';
import { countLines, isDataset, isJsonLines, readDataset } from './readJsonl.ts';

/** The documents of a file or folder, read as they are iterated: only paths are held in memory. */
export interface Source {
  /** Null if counting would mean reading a large file twice. Lines that later prove bad are included. */
  readonly total: number | null;
  readonly documents: AsyncIterable<DocumentInput>;
  /** Grows while `documents` is iterated. */
  readonly skipped: readonly SkippedPath[];
}

interface ReadPathOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A larger JSON Lines file is not read a second time just to count its lines. */
const maxCountedBytes = 256 * 1024 * 1024;

/**
 * Reads the documents of a file or folder for a temporary knowledge base, which is filled once. Nothing about the
 * folder is remembered.
 * @throws BAD_INPUT for a path that is missing or of an unknown kind; CANCELLED
 */
export async function readPath(path: string, options: ReadPathOptions = {}): Promise<Source> {
  const { files, skipped } = await listFiles(path);
  const unread = [...skipped];
  return { total: await countDocuments(files), documents: readFiles(files, unread, options.signal), skipped: unread };
}

/**
 * Yields the documents of one file: a single document, or the lines of a data set. @throws DOCUMENT_TOO_LARGE,
 * DOCUMENT_INVALID if it cannot be read, CANCELLED
 */
export async function* readFoundFile(
  file: Pick<FoundFile, 'key' | 'path' | 'size'>,
  onBadLine: (name: string, problem: string) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<DocumentInput> {
  if (signal?.aborted) throw readingStopped();
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

export interface SkippedPath {
  readonly path: string;
  readonly reason: string;
}

/** A file that can be ingested. */
export interface FoundFile {
  /** The path below the folder, with forward slashes; for a single file its name. */
  readonly key: string;
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface FoundFiles {
  /** The real path of the folder or file, which identifies a synchronised source. */
  readonly root: string;
  /** Sorted by key. */
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedPath[];
}

/**
 * Lists the readable files of a folder, recursively, without hidden files and node_modules; or a single file.
 * @throws BAD_INPUT for a path that is missing or of an unknown kind
 */
export async function listFiles(path: string): Promise<FoundFiles> {
  const found = await statPath(path);
  const root = await realpath(path);
  if (!found.isDirectory()) return { root, files: [singleFile(path, found)], skipped: [] };
  const files: FoundFile[] = [];
  const skipped: SkippedPath[] = [];
  await walk({ root, folder: root, prefix: '', visited: new Set([root]), files, skipped });
  return { root, files: files.sort((left, right) => (left.key < right.key ? -1 : 1)), skipped };
}

/** Returns the SHA-256 of a file's bytes, hexadecimal; streamed. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) hash.update(part);
  return hash.digest('hex');
}

/** Returns the stats of a path. @throws BAD_INPUT if it does not exist or cannot be read */
export async function statPath(path: string): Promise<Stats> {
  return stat(path).catch((error: unknown) => unreadable(path, error));
}

function unreadable(path: string, error: unknown): never {
  throw new CandorError('BAD_INPUT', `Cannot read ${path}: ${messageOf(error)}`, {
    cause: error,
    details: { path },
    remedy: 'Give the path of a file or folder that exists and that you may read.',
  });
}

function singleFile(path: string, found: Stats): FoundFile {
  if (!found.isFile() || !(isReadable(path) || pictureExtensions.includes(extname(path).toLowerCase()))) {
    throw new CandorError('BAD_INPUT', `${path} is not a kind of file that can be ingested.`, {
      details: { path },
      remedy: `Give a folder, or a file ending in ${readableExtensions.join(', ')}.`,
    });
  }
  return { key: basename(path).normalize('NFC'), path, size: found.size, modifiedAt: found.mtime };
}

interface Walk {
  readonly root: string;
  readonly folder: string;
  readonly prefix: string;
  /** Real paths of visited folders: a link back to one of them is not followed. */
  readonly visited: Set<string>;
  readonly files: FoundFile[];
  readonly skipped: SkippedPath[];
}

async function walk(at: Walk): Promise<void> {
  // An unreadable folder is never skipped: its files would be taken for deleted.
  const names = (await readdir(at.folder).catch((error: unknown) => unreadable(at.folder, error))).sort();
  for (const name of names) {
    if (name.startsWith('.') || name === 'node_modules') continue;
    await visit(at, join(at.folder, name), `${at.prefix}${name}`.normalize('NFC'));
  }
}

async function visit(at: Walk, path: string, key: string): Promise<void> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return void at.skipped.push({ path: key, reason: 'broken symbolic link' });
  if (real !== at.root && !real.startsWith(at.root + sep))
    return void at.skipped.push({ path: key, reason: 'symbolic link that leaves the folder' });
  const found = await stat(real);
  if (found.isDirectory()) {
    if (at.visited.has(real)) return;
    at.visited.add(real);
    await walk({ ...at, folder: path, prefix: `${key}/` });
  } else if (found.isFile() && isReadable(key)) {
    at.files.push({ key, path, size: found.size, modifiedAt: found.mtime });
  } else {
    at.skipped.push({ path: key, reason: `unknown kind of file (${extname(key) || 'no extension'})` });
  }
}

function isReadable(name: string): boolean {
  return readableExtensions.includes(extname(name).toLowerCase());
}
