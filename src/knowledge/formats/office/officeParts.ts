import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { CandorError, isCandorError, messageOf } from '../../../errors.ts';
import { usableAuthor, usableTitle } from '../documentWriter.ts';
import { attribute, elementsIn, readXml, relationId, textIn, type XmlElement } from './xml.ts';

/** The XML parts of an Office file or book, by their names in its archive. */
export interface OfficeParts {
  has(name: string): boolean;
  names(): readonly string[];
  /**
   * Returns the text of a part.
   * @throws DOCUMENT_CORRUPT when it is missing
   */
  text(name: string): string;
  /**
   * Returns the root element of a part.
   * @throws DOCUMENT_CORRUPT when it is missing or not XML
   */
  xml(name: string): XmlElement;
}

const kinds: readonly (readonly [part: RegExp, kind: string, ending: string])[] = [
  [/^word\/document\.xml$/, 'a Word document', '.docx'],
  [/^xl\/workbook\.xml$/, 'an Excel workbook', '.xlsx'],
  [/^xl\/workbook\.bin$/, 'a binary Excel workbook', '.xlsx'],
  [/^ppt\/presentation\.xml$/, 'a PowerPoint presentation', '.pptx'],
  [/^META-INF\/container\.xml$/, 'a book in EPUB', '.epub'],
  [/^content\.xml$/, 'an OpenDocument file', '.odt, .ods or .odp'],
];

/**
 * Unpacks what can hold text, within the limits of `readZip`.
 * @param needed the part that every file of this kind has
 * @throws DOCUMENT_UNSUPPORTED naming the actual kind, DOCUMENT_CORRUPT if the kind is not known; what `readZip` throws
 */
export async function readOfficeParts(
  bytes: Uint8Array,
  needed: string,
  keep = /\.(xml|rels)$/i,
): Promise<OfficeParts> {
  const parts = await readZip(bytes, (name) => keep.test(name) || name === 'mimetype');
  const names = [...parts.keys()];
  if (!parts.has(needed)) {
    const kind = kinds.find(([part]) => names.some((name) => part.test(name)));
    if (!kind)
      throw new CandorError('DOCUMENT_CORRUPT', `The archive holds no ${needed}, without which nothing is read.`);
    throw new CandorError('DOCUMENT_UNSUPPORTED', `The file is ${kind[1]}.`, {
      remedy: `Save it with the ending ${kind[2]} and ingest it again.`,
    });
  }
  const text = (name: string): string => {
    const part = parts.get(name);
    if (part) return decodeXml(part);
    throw new CandorError('DOCUMENT_CORRUPT', `The file lacks its part ${name}.`);
  };
  return { has: (name) => parts.has(name), names: () => names, text, xml: (name) => readXml(text(name)) };
}

function decodeXml(part: Buffer): string {
  const mark = part.subarray(0, 2).toString('latin1');
  if (mark === '\xFF\xFE') return part.toString('utf16le').slice(1);
  return part.toString('utf8').replace(/^\uFEFF/, '');
}

export interface Relation {
  readonly type: string;
  /** The name of the part that it refers to. */
  readonly target: string;
}

/** Returns what a part of an Office file refers to, by id, without references out of the archive. */
export function relationsOf(parts: OfficeParts, name: string): Map<string, Relation> {
  const file = posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`);
  if (!parts.has(file)) return new Map();
  return new Map(
    elementsIn(parts.xml(file), 'Relationship')
      .filter((element) => attribute(element, 'TargetMode') !== 'External')
      .map((element) => {
        const target = attribute(element, 'Target') ?? '';
        const type = (attribute(element, 'Type') ?? '').split('/').at(-1) ?? '';
        const path = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(name), target);
        return [attribute(element, 'Id') ?? '', { type, target: path }];
      }),
  );
}

/** Returns the part that an element's `r:id` refers to, if any. */
export function partOf(
  parts: OfficeParts,
  relations: ReadonlyMap<string, Relation>,
  element: XmlElement,
): string | undefined {
  const target = relations.get(relationId(element) ?? '')?.target;
  return target !== undefined && parts.has(target) ? target : undefined;
}

/** Where Office keeps the program that made a file, and its template. */
const extended = 'docProps/app.xml';

/** Returns the stored title and author, if a person wrote them. */
export function officeFacts(parts: OfficeParts, name = 'docProps/core.xml') {
  if (!parts.has(name)) return {};
  const makers = [extended, name].flatMap((part) => (parts.has(part) ? makersIn(parts.text(part)) : []));
  const found = new Map<string, string>();
  const visit = (element: XmlElement) => {
    for (const child of elementsIn(element)) {
      if (!found.has(child.name)) found.set(child.name, textIn(child));
      visit(child);
    }
  };
  visit(parts.xml(name));
  return {
    title: usableTitle(found.get('title')),
    author: usableAuthor(found.get('creator') ?? found.get('initial-creator'), makers),
    language: /^[a-z]{2}(?=-|$)/i.exec(found.get('language') ?? '')?.[0].toLowerCase(),
  };
}

const maker =
  /<(?:[\w.-]+:)?(?:(?:application|generator|template)(?:\s[^<>]*[^<>/])?>([^<]*)<|template\s[^<>]{0,2000}?title="([^"]*)"|meta\s(?=[^<>]{0,2000}name="generator")[^<>]{0,2000}?content="([^"]*)")/gi;

/**
 * The programs and templates that the XML of a part names: `Application` and `Template` of Office, `generator` and
 * `template` of OpenDocument and books.
 */
export function makersIn(xml: string): string[] {
  return [...xml.matchAll(maker)].map(([, text, title, content]) =>
    (text || title || content || '').replace(/\.\w{3,4}$/, ''),
  );
}

interface ZipLimits {
  readonly maxEntries: number;
  /** Inflated bytes of all entries together. */
  readonly maxBytes: number;
  /** Ratio of inflated to stored bytes of one entry, checked from `ratioFloor` on. XML of repeated rows reaches 100. */
  readonly maxRatio: number;
  readonly ratioFloor: number;
}

const zipLimits: ZipLimits = {
  maxEntries: 5_000,
  maxBytes: 200 * 1024 * 1024,
  maxRatio: 200,
  ratioFloor: 10 * 1024 * 1024,
};

/**
 * Inflates a ZIP archive entry by entry and counts the actual bytes: declared sizes serve only to refuse early. Returns
 * the entries that `keep` selects; the others are counted and dropped.
 * @throws DOCUMENT_TOO_LARGE for a ZIP bomb; DOCUMENT_CORRUPT for false sizes, checksums or names; DOCUMENT_UNSUPPORTED
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
 * Checks an entry before it is inflated. yauzl refuses names that leave the archive's root. Two entries with the same
 * name are refused, because programs differ in which one they read.
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
  // Leaving the loop destroys the stream, so that inflating stops with the chunk that was too much.
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
    remedy: 'Save the document again, without embedded files, or split it.',
  });
}

function corrupt(message: string, cause?: unknown): CandorError {
  return new CandorError('DOCUMENT_CORRUPT', message, { cause });
}

/**
 * Builds a ZIP archive of uncompressed entries. The next reader then sees exactly the
 * bytes that were checked: two ZIP readers can disagree about the same hostile archive.
 */
export function storedZip(entries: ReadonlyMap<string, Buffer>): Buffer {
  const zip = zipSync(Object.fromEntries(entries), { level: 0 });
  return Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
}
