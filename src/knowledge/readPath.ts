import { createReadStream, type Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { z } from 'zod';
import { CandorError, messageOf } from '../errors.ts';
import type { DocumentInput } from './document.ts';
import { decodeUtf8, readJsonl, type JsonLine } from './readJsonl.ts';

export interface SkippedPath {
  readonly path: string;
  readonly reason: string;
}

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

const markdownExtensions = new Set(['.md', '.mdx', '.markdown']);
const plainExtensions = new Set(['.txt', '.text']);
const readable = '.md, .mdx, .markdown, .txt, .text and .jsonl';

const maxFileBytes = 20 * 1024 * 1024;
/** Beyond this a JSON Lines file is not read once more only to count it. */
const maxCountedBytes = 256 * 1024 * 1024;
const binarySample = 8_192;

interface FoundFile {
  readonly key: string;
  readonly path: string;
  readonly size: number;
}

/**
 * Documents of a Markdown, plain text or JSON Lines file, or of a folder of them: sorted, recursive, without hidden files and node_modules.
 * The key is the path below the folder with forward slashes (of a single file its name), in JSON Lines the line's `id`.
 * @throws BAD_INPUT for a path that is missing or of an unknown kind; CANCELLED.
 */
export async function readPath(path: string, options: ReadPathOptions = {}): Promise<Source> {
  const found = await statPath(path);
  const skipped: SkippedPath[] = [];
  const files = found.isDirectory() ? await listFolder(path, skipped) : [singleFile(path, found)];
  return { total: await countDocuments(files), documents: readFiles(files, skipped, options.signal), skipped };
}

async function statPath(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    throw new CandorError('BAD_INPUT', `Cannot read ${path}: ${messageOf(error)}`, {
      cause: error, details: { path }, remedy: 'Give the path of a file or folder that exists and that you may read.',
    });
  }
}

function singleFile(path: string, found: Stats): FoundFile {
  if (!found.isFile() || !isReadable(path)) {
    throw new CandorError('BAD_INPUT', `${path} is not a kind of file that can be ingested.`, { details: { path }, remedy: `Give a folder, or a file ending in ${readable}.` });
  }
  return { key: basename(path), path, size: found.size };
}

function isReadable(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return markdownExtensions.has(extension) || plainExtensions.has(extension) || extension === '.jsonl';
}

async function listFolder(path: string, skipped: SkippedPath[]): Promise<FoundFile[]> {
  const root = await realpath(path);
  const files: FoundFile[] = [];
  await walk({ root, folder: root, prefix: '', visited: new Set([root]), files, skipped });
  return files.sort((left, right) => (left.key < right.key ? -1 : 1));
}

interface Walk {
  readonly root: string;
  readonly folder: string;
  readonly prefix: string;
  /** Real paths of folders: a link back to one of them ends there. */
  readonly visited: Set<string>;
  readonly files: FoundFile[];
  readonly skipped: SkippedPath[];
}

async function walk(at: Walk): Promise<void> {
  const names = (await readdir(at.folder)).sort();
  for (const name of names) {
    if (name.startsWith('.') || name === 'node_modules') continue;
    await visit(at, join(at.folder, name), `${at.prefix}${name}`);
  }
}

async function visit(at: Walk, path: string, key: string): Promise<void> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return void at.skipped.push({ path: key, reason: 'broken symbolic link' });
  if (real !== at.root && !real.startsWith(at.root + sep)) return void at.skipped.push({ path: key, reason: 'symbolic link that leaves the folder' });
  const found = await stat(real);
  if (found.isDirectory()) {
    if (at.visited.has(real)) return;
    at.visited.add(real);
    await walk({ ...at, folder: path, prefix: `${key}/` });
  } else if (found.isFile() && isReadable(key)) {
    at.files.push({ key, path, size: found.size });
  } else {
    at.skipped.push({ path: key, reason: `unknown kind of file (${extname(key) || 'no extension'})` });
  }
}

async function countDocuments(files: readonly FoundFile[]): Promise<number | null> {
  let total = 0;
  for (const file of files) {
    if (!isJsonl(file)) total += 1;
    else if (file.size > maxCountedBytes) return null;
    else total += await countLines(file.path);
  }
  return total;
}

/** Lines with at least one byte. */
async function countLines(path: string): Promise<number> {
  let lines = 0;
  let previous = 0x0a;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte !== 0x0a && byte !== 0x0d && previous === 0x0a) lines += 1;
      if (byte !== 0x0d) previous = byte;
    }
  }
  return lines;
}

function isJsonl(file: FoundFile): boolean {
  return extname(file.path).toLowerCase() === '.jsonl';
}

async function* readFiles(files: readonly FoundFile[], skipped: SkippedPath[], signal: AbortSignal | undefined): AsyncGenerator<DocumentInput> {
  for (const file of files) {
    if (signal?.aborted) throw new CandorError('CANCELLED', 'Reading was stopped.');
    if (isJsonl(file)) {
      yield* readRecords(file, skipped, signal);
    } else {
      const document = await readText(file, skipped);
      if (document) yield document;
    }
  }
}

/** Front matter stays in the text: parsing reads it. */
async function readText(file: FoundFile, skipped: SkippedPath[]): Promise<DocumentInput | undefined> {
  const skip = (reason: string) => void skipped.push({ path: file.key, reason });
  if (file.size > maxFileBytes) return skip(`larger than ${maxFileBytes / 1024 / 1024} MB`);
  const bytes = await readFile(file.path).catch((error: unknown) => messageOf(error));
  if (typeof bytes === 'string') return skip(bytes);
  if (bytes.subarray(0, binarySample).includes(0)) return skip('binary file');
  const text = decodeUtf8(bytes);
  if (text === undefined) return skip('not valid UTF-8');
  const format = markdownExtensions.has(extname(file.path).toLowerCase()) ? 'MARKDOWN' : 'PLAIN_TEXT';
  return { key: file.key, text, format };
}

const instant = z.string().transform((text, context) => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) context.addIssue({ code: 'custom', message: 'not a date' });
  return date;
});

const Record = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  title: z.string().nullish(),
  text: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  format: z.enum(['MARKDOWN', 'PLAIN_TEXT']).nullish(),
  url: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  effectiveFrom: instant.nullish(),
  updatedAt: instant.nullish(),
});

async function* readRecords(file: FoundFile, skipped: SkippedPath[], signal: AbortSignal | undefined): AsyncGenerator<DocumentInput> {
  for await (const line of readJsonl(file.path, signal)) {
    const document = toDocument(line);
    if (typeof document === 'string') skipped.push({ path: `${file.key}:${line.number}`, reason: document });
    else yield document;
  }
}

/** The document of a line, or why there is none. */
function toDocument(line: JsonLine): DocumentInput | string {
  if ('problem' in line) return line.problem;
  const parsed = Record.safeParse(line.value);
  if (!parsed.success) return parsed.error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ');
  const { id, format, text, ...rest } = parsed.data;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined && value !== ''));
  return { ...given, key: id, text, format: format ?? guessFormat(id, text, rest.metadata?.['format']) };
}

/** Records come from data sets: plain text, unless the id, the metadata or a front matter block says Markdown. */
function guessFormat(id: string, text: string, named: unknown): 'MARKDOWN' | 'PLAIN_TEXT' {
  const markdown = named === 'markdown' || markdownExtensions.has(extname(id).toLowerCase()) || /^---\r?\n/.test(text);
  return markdown ? 'MARKDOWN' : 'PLAIN_TEXT';
}
