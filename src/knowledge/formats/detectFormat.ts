import { CandorError } from '../../errors.ts';
import type { SourceType } from './parsed.ts';

const typeByExtension: Readonly<Record<string, SourceType>> = {
  '.md': 'MARKDOWN',
  '.mdx': 'MARKDOWN',
  '.markdown': 'MARKDOWN',
  '.html': 'HTML',
  '.htm': 'HTML',
  '.xhtml': 'HTML',
  '.pdf': 'PDF',
  '.docx': 'DOCX',
  '.xlsx': 'XLSX',
  '.xlsm': 'XLSX',
  '.pptx': 'PPTX',
  '.pptm': 'PPTX',
  '.ppsx': 'PPTX',
  '.odt': 'ODT',
  '.ods': 'ODS',
  '.odp': 'ODP',
  '.rtf': 'RTF',
  '.epub': 'EPUB',
  '.eml': 'EML',
  '.mbox': 'EML',
  '.msg': 'MSG',
  '.csv': 'CSV',
  '.tsv': 'CSV',
  '.json': 'JSON',
  '.jsonl': 'JSON_LINES',
  '.ndjson': 'JSON_LINES',
  '.txt': 'PLAIN_TEXT',
  '.text': 'PLAIN_TEXT',
  '.vtt': 'PLAIN_TEXT',
  '.srt': 'PLAIN_TEXT',
};

/** Extensions of readable files, in lower case and with their dot. */
export const readableExtensions: readonly string[] = Object.keys(typeByExtension);

/** Pictures are read if recognition is on, but never picked up from a folder: most pictures there illustrate a text. */
export const pictureExtensions: readonly string[] = ['.png', '.jpg', '.jpeg'];

const nameOfType: Readonly<Record<SourceType, string>> = {
  MARKDOWN: 'Markdown',
  HTML: 'HTML',
  PDF: 'PDF',
  DOCX: 'DOCX',
  XLSX: 'XLSX',
  PPTX: 'PPTX',
  ODT: 'ODT',
  ODS: 'ODS',
  ODP: 'ODP',
  RTF: 'RTF',
  EPUB: 'EPUB',
  EML: 'mail (EML)',
  MSG: 'an Outlook mail (MSG)',
  IMAGE: 'PNG or JPEG picture',
  CSV: 'CSV',
  JSON: 'JSON',
  JSON_LINES: 'JSON Lines',
  PLAIN_TEXT: 'plain text',
};

/**
 * Returns the format of a file by its extension, checked against its first bytes. A PDF with the wrong extension is
 * still a PDF.
 * @throws DOCUMENT_UNSUPPORTED for a format that is not read, or for bytes of another format than the name says
 */
export function detectFormat(name: string, bytes: Uint8Array | undefined): SourceType {
  const extension = extensionOf(name);
  const type = pictureExtensions.includes(extension) ? 'IMAGE' : typeByExtension[extension];
  if (type) return checkFormat(name, type, bytes);
  const seen = bytes && kindOf(bytes);
  if (seen?.name === 'a PDF') return 'PDF';
  throw unsupported(
    `${shown(name)} is not a kind of file that can be read.`,
    remedyByExtension(extension) ?? seen?.remedy,
  );
}

/**
 * Returns the named format, or PDF if the bytes are one.
 * @throws DOCUMENT_UNSUPPORTED if the bytes are of another format
 */
export function checkFormat(name: string, type: SourceType, bytes: Uint8Array | undefined): SourceType {
  if (!bytes || bytes.length === 0) return type;
  const seen = kindOf(bytes);
  if (seen?.name === 'a PDF') return 'PDF';
  // Some programs write other bytes before a PDF; PDF readers look for its signature in the first 1,024 bytes.
  if (type === 'PDF' && latin1(bytes, 1_024).includes('%PDF-')) return 'PDF';
  if (seen && containers[type] === seen.name) return type;
  if (seen) throw unsupported(`${shown(name)} looks like ${seen.name} and not ${nameOfType[type]}.`, seen.remedy);
  if (type === 'PDF' || containers[type] !== undefined)
    throw unsupported(
      `${shown(name)} holds no ${nameOfType[type]}.`,
      'Check that the file arrived whole and is what its name says.',
    );
  return type;
}

const zip = 'a ZIP archive';
const picture = 'a PNG or JPEG picture';
const oldOffice = 'an old or encrypted Office file';
/** What `kindOf` detects for each format that has a signature; PDF is checked separately. */
const containers: Partial<Readonly<Record<SourceType, string>>> = {
  DOCX: zip,
  XLSX: zip,
  PPTX: zip,
  ODT: zip,
  ODS: zip,
  ODP: zip,
  EPUB: zip,
  MSG: oldOffice,
  RTF: 'an RTF file',
  IMAGE: picture,
};

interface Kind {
  readonly name: string;
  readonly remedy?: string;
}

const asDocument = 'Open it in the program that made it and save it as DOCX or PDF.';
const asText = 'Save its text as Markdown, DOCX or PDF; a scan needs OCR first.';
const asPicture = 'Give it the ending .png or .jpg and set CANDOR_OCR, or save its text as Markdown, DOCX or PDF.';
const unpacked = 'Unpack it and ingest the files inside.';

const signatures: readonly (readonly [prefix: string, kind: Kind])[] = [
  ['%PDF-', { name: 'a PDF' }],
  ['PK\x03\x04', { name: zip, remedy: unpacked }],
  ['PK\x05\x06', { name: zip, remedy: unpacked }],
  [
    '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
    {
      name: oldOffice,
      remedy: 'Open it in its program, take the password off and save it in its current format (.docx, .xlsx, .pptx).',
    },
  ],
  ['{\\rtf', { name: 'an RTF file', remedy: 'Give it the ending .rtf and ingest it again.' }],
  ['\x89PNG', { name: picture, remedy: asPicture }],
  ['\xFF\xD8\xFF', { name: picture, remedy: asPicture }],
  ['GIF8', { name: 'an image', remedy: asText }],
  ['II*\0', { name: 'an image', remedy: asText }],
  ['MM\0*', { name: 'an image', remedy: asText }],
  ['\x1F\x8B', { name: 'a GZIP archive', remedy: unpacked }],
  ['7z\xBC\xAF', { name: 'a 7z archive', remedy: unpacked }],
  ['Rar!\x1A', { name: 'a RAR archive', remedy: unpacked }],
];

/** How many bytes are searched for a NUL, which text never contains. */
const sampleBytes = 8_192;

function kindOf(bytes: Uint8Array): Kind | undefined {
  const head = latin1(bytes, 16).replace(/^\xEF\xBB\xBF/, '');
  const known = signatures.find(([prefix]) => head.startsWith(prefix));
  if (known) return known[1];
  const marked = /^(\xFF\xFE|\xFE\xFF)(?!\0\0)/.test(head);
  return !marked && bytes.subarray(0, sampleBytes).includes(0)
    ? { name: 'a binary file', remedy: 'Save text files as UTF-8, other documents as DOCX or PDF.' }
    : undefined;
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString('latin1');
}

const remedies: readonly (readonly [extensions: RegExp, remedy: string])[] = [
  [/^\.(docm?|dotx?|pages|ppt|key|mobi|tex|xps|fodt|fodp)$/, asDocument],
  [/^\.(xlsb?|xlt|numbers|fods)$/, 'Save it as XLSX and ingest that.'],
  [/^\.(gif|tiff?|webp|bmp|svg|heic)$/, asText],
  [/^\.(zip|gz|tgz|tar|7z|rar|bz2|xz)$/, unpacked],
];

function remedyByExtension(extension: string): string | undefined {
  return remedies.find(([extensions]) => extensions.test(extension))?.[1];
}

function extensionOf(name: string): string {
  return /\.[^./\\]+$/.exec(name.toLowerCase())?.[0] ?? '';
}

/** Shortens a name for a message; a long name keeps its end. */
function shown(name: string): string {
  return name.length > 120 ? `…${name.slice(-119)}` : name;
}

function unsupported(message: string, remedy = `Give a file ending in ${readableExtensions.join(', ')}.`): CandorError {
  return new CandorError('DOCUMENT_UNSUPPORTED', message, { remedy });
}

interface DecodedText {
  readonly text: string;
  /** True when the bytes were not UTF-8. */
  readonly converted: boolean;
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or the encoding that an HTML page declares. Drops the byte order mark.
 * @throws DOCUMENT_CORRUPT naming the first byte that is not text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = markedEncoding(bytes);
  const text = decode(bytes, encoding);
  if (text !== undefined) return { text, converted: encoding !== 'utf-8' };
  const declared = declaredEncoding(bytes);
  const converted = declared === undefined ? undefined : decode(bytes, declared);
  if (converted !== undefined) return { text: converted, converted: true };
  const offset = firstBadByte(bytes, encoding);
  throw new CandorError(
    'DOCUMENT_CORRUPT',
    `The text is not valid ${encoding.toUpperCase().replace(/[BL]E$/, '')}: it breaks at byte ${offset}.`,
    { details: { offset }, remedy: 'Save the file as UTF-8.' },
  );
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function markedEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** In bytes; browsers look no further. */
const declaredWithin = 1024;

/** Returns the encoding that an HTML page declares, as in `<meta charset="windows-1252">`. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, declaredWithin)).toString('latin1');
  return /<meta\s[^>]*?charset\s*=\s*["']?([\w-]{2,30})/i.exec(head)?.[1];
}

/** Returns undefined if the encoding is unknown or, unless `lenient`, if the bytes are not valid in it. */
export function decode(bytes: Uint8Array, encoding: string, { lenient = false } = {}): string | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: !lenient });
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? withWesternMarks(text) : text;
  } catch {
    return undefined;
  }
}

/**
 * The characters of windows-1252 at 0x80 to 0x9F. Node 20 decodes windows-1252 as Latin-1, which has invisible controls
 * there (nodejs/node#56542).
 */
const westernMarks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/**
 * Restores the characters of windows-1252 in decoded text. No other text has these controls, except U+0085, a line end.
 */
export const withWesternMarks = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (control) => westernMarks.charAt(control.charCodeAt(0) - 0x80));

/** Binary search: a prefix is good if it decodes, apart from an unfinished last character. */
function firstBadByte(bytes: Uint8Array, encoding: Encoding): number {
  let [good, bad] = [0, bytes.length];
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (begins(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle - 1;
  }
  return good;
}

function begins(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
