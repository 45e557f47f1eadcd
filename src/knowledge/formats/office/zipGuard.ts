import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { CandorError, isCandorError, messageOf } from '../../../errors.ts';

export interface ZipLimits {
  readonly maxEntries: number;
  /** Of all entries together, inflated. */
  readonly maxBytes: number;
  /** Inflated to stored bytes of one entry, looked at from `ratioFloor` on: XML of repeated rows reaches 100. */
  readonly maxRatio: number;
  readonly ratioFloor: number;
}

export const zipLimits: ZipLimits = {
  maxEntries: 5_000,
  maxBytes: 200 * 1024 * 1024,
  maxRatio: 200,
  ratioFloor: 10 * 1024 * 1024,
};

/**
 * Inflates a ZIP archive entry by entry, counting real bytes: declared sizes are only good for refusing early. Keeps
 * the entries that `keep` names; the others are counted and dropped.
 * @throws DOCUMENT_TOO_LARGE for a bomb; DOCUMENT_CORRUPT for sizes, checksums or names that lie; DOCUMENT_UNSUPPORTED
 * for encrypted entries
 */
export async function readZip(
  bytes: Uint8Array,
  keep: (name: string) => boolean,
  limits = zipLimits,
): Promise<Map<string, Buffer>> {
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      strictFileNames: true,
    });
    return await readEntries(zip, keep, limits);
  } catch (error) {
    if (isCandorError(error)) throw error;
    throw corrupt(`The ZIP archive cannot be read: ${messageOf(error)}.`, error);
  }
}

async function readEntries(
  zip: ZipFile,
  keep: (name: string) => boolean,
  limits: ZipLimits,
): Promise<Map<string, Buffer>> {
  if (zip.entryCount > limits.maxEntries) throw tooLarge(`more than ${limits.maxEntries} entries`);
  const kept = new Map<string, Buffer>();
  const names = new Set<string>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry, names, limits, total);
    const read = await inflate(zip, entry, limits, total, keep(entry.fileName));
    total += read.size;
    if (read.content) kept.set(entry.fileName, read.content);
  }
  return kept;
}

/**
 * Names that leave the archive's root are yauzl's to refuse. Two entries of one name are read differently by different
 * programs.
 */
function checkEntry(entry: Entry, names: Set<string>, limits: ZipLimits, total: number): void {
  if (entry.isEncrypted())
    throw new CandorError('DOCUMENT_UNSUPPORTED', 'The archive is encrypted.', {
      remedy: 'Save the document without a password.',
    });
  const name = entry.fileName.toLowerCase();
  if (names.has(name)) throw corrupt('The ZIP archive holds one name twice.');
  names.add(name);
  if (names.size > limits.maxEntries) throw tooLarge(`more than ${limits.maxEntries} entries`);
  checkGrowth(entry, entry.uncompressedSize, total, limits);
}

function checkGrowth(entry: Entry, size: number, total: number, limits: ZipLimits): void {
  if (total + size > limits.maxBytes) throw tooLarge(`more than ${Math.round(limits.maxBytes / 1024 / 1024)} MB`);
  if (size > limits.ratioFloor && size > entry.compressedSize * limits.maxRatio)
    throw tooLarge(`an entry more than ${limits.maxRatio} times its stored size`);
}

interface Inflated {
  readonly size: number;
  readonly content: Buffer | undefined;
}

async function inflate(zip: ZipFile, entry: Entry, limits: ZipLimits, total: number, keep: boolean): Promise<Inflated> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  let checksum = 0;
  // Leaving the loop destroys the stream: inflating stops with the chunk that was too much.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    checkGrowth(entry, size, total, limits);
    checksum = crc32(chunk, checksum);
    if (keep) chunks.push(chunk);
  }
  if (checksum !== entry.crc32) throw corrupt('A part of the ZIP archive does not match its checksum.');
  return { size, content: keep ? Buffer.concat(chunks) : undefined };
}

function tooLarge(what: string): CandorError {
  return new CandorError('DOCUMENT_TOO_LARGE', `The archive inflates to ${what}.`, {
    remedy: 'Save the document anew, without embedded files, or split it.',
  });
}

function corrupt(message: string, cause?: unknown): CandorError {
  return new CandorError('DOCUMENT_CORRUPT', message, { cause });
}
