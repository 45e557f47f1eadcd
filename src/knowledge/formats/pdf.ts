import { getDocumentProxy } from 'unpdf';
import { CandorError, messageOf } from '../../errors.ts';
import type { Metadata } from '../document.ts';
import { createDocumentWriter } from './documentWriter.ts';
import { checkTextLength, maxTextLength } from './limits.ts';
import type { ContentFlag, ParsedDocument } from './parsed.ts';
import { writeLines } from './pdfBlocks.ts';
import { inReadingOrder } from './pdfColumns.ts';
import { fragmentsOf, linesOf, type PdfItem, type TextLine } from './pdfLines.ts';
import { withoutRunningLines, type PageLines } from './pdfRunningLines.ts';
import { usableTitle } from './sourceTitle.ts';

export interface PdfOptions {
  readonly signal?: AbortSignal | undefined;
  /** UTF-16 units; 5,000,000 by default. */
  readonly maxTextLength?: number | undefined;
}

/** What is used of pdf.js. unpdf's own types import files without their ending, which NodeNext does not resolve. */
interface Pdf {
  readonly numPages: number;
  readonly loadingTask: { destroy(): Promise<void> };
  getPage(number: number): Promise<{
    getViewport(options: { scale: number }): { height: number; transform: number[] };
    getTextContent(): Promise<{ items: (PdfItem | { type: string })[]; styles: Readonly<Record<string, { fontFamily: string }>> }>;
    cleanup(): void;
  }>;
  getMetadata(): Promise<{ info: Readonly<Record<string, unknown>> }>;
}

const maxPages = 10_000;
/** How near to its end a whole PDF holds its end mark. */
const tailBytes = 4_096;
const rescan = 'The PDF holds only images. Run OCR over it first (ocrmypdf does), then ingest the result.';

/**
 * The text of a PDF, page by page, with headings told by font size. Running headers, footers and page numbers are left out.
 * Nothing in the file is ever run: no script, no attachment, no font program.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED when a password is needed, DOCUMENT_INVALID when there are only images,
 * DOCUMENT_TOO_LARGE, CANCELLED
 */
export async function parsePdf(bytes: Uint8Array, options: PdfOptions = {}): Promise<ParsedDocument> {
  const limit = options.maxTextLength ?? maxTextLength;
  const pdf = await open(bytes);
  try {
    const { pages, flags } = await readPages(pdf, limit, options.signal);
    const writer = createDocumentWriter('PAGE', limit);
    writeLines(withoutRunningLines(pages), writer);
    const parsed = writer.finish({ ...(await readFacts(pdf)), flags });
    if (!parsed.text) throw new CandorError('DOCUMENT_INVALID', 'The PDF has only images and no text.', { details: { pages: pdf.numPages }, remedy: rescan });
    return parsed;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  // pdf.js would rebuild a file that breaks off and give back the half that is there.
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-tailBytes);
  if (!tail.includes('%%EOF')) throw corrupt('it breaks off before its end mark');
  try {
    // A copy: pdf.js takes the buffer for itself, and refuses the Buffer that node:fs gives. Verbosity 0 keeps its warnings off the console.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, isEvalSupported: false, useSystemFonts: false, disableFontFace: true, enableXfa: false, maxImageSize: 0 }) as Pdf;
    if (pdf.numPages > maxPages) throw new CandorError('DOCUMENT_TOO_LARGE', `The PDF has ${pdf.numPages} pages; at most ${maxPages} are taken.`, { details: { pages: pdf.numPages, limit: maxPages } });
    return pdf;
  } catch (error) {
    if (error instanceof CandorError) throw error;
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new CandorError('DOCUMENT_UNSUPPORTED', 'The PDF is encrypted: it opens only with a password.', { cause: error, remedy: 'Save it without a password and ingest that file.' });
    }
    throw corrupt(messageOf(error).replace(/\.$/, ''), error);
  }
}

async function readPages(pdf: Pdf, limit: number, signal: AbortSignal | undefined): Promise<{ pages: PageLines[]; flags: ContentFlag[] }> {
  const pages: PageLines[] = [];
  const flags = new Set<ContentFlag>();
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (signal?.aborted) throw new CandorError('CANCELLED', 'Reading was stopped.');
    const page = await readPage(pdf, number);
    if (page.lines.length === 0) flags.add('PAGES_WITHOUT_TEXT');
    length += page.lines.reduce((sum, { text }) => sum + text.length, 0);
    checkTextLength(length, limit);
    pages.push(page);
  }
  return { pages, flags: [...flags] };
}

async function readPage(pdf: Pdf, number: number): Promise<PageLines> {
  try {
    const page = await pdf.getPage(number);
    const { height, transform } = page.getViewport({ scale: 1 });
    const { items, styles } = await page.getTextContent();
    page.cleanup();
    const drawn = items.flatMap((item): PdfItem[] => ('str' in item ? [item] : []));
    const fragments = fragmentsOf(drawn, transform, (fontName) => styles[fontName]?.fontFamily === 'monospace');
    const lines = linesOf(inReadingOrder(fragments), number);
    return { number, height, lines: isReadable(lines) ? lines : [] };
  } catch (error) {
    throw corrupt(`page ${number} cannot be read`, error);
  }
}

/** A font without a map to Unicode gives codes in place of letters: to a search, such a page is an image. */
function isReadable(lines: readonly TextLine[]): boolean {
  const text = lines.map((line) => line.text).join('');
  return (text.match(/[\p{Co}\p{Cc}\uFFFD]/gu)?.length ?? 0) < text.length / 2;
}

interface PdfFacts {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly language: string | undefined;
  readonly metadata: Metadata;
}

/** Kept besides title and author: dates as the PDF writes them (`D:20240131…`) and what its author says it is about. */
const keptInfo = ['Subject', 'Keywords', 'CreationDate', 'ModDate'];

async function readFacts(pdf: Pdf): Promise<PdfFacts> {
  const none: Readonly<Record<string, unknown>> = {};
  const facts = await pdf.getMetadata().then(({ info }) => info, () => none);
  const kept = keptInfo.flatMap((key) => (typeof facts[key] === 'string' && facts[key] !== '' ? [[key, facts[key]]] : []));
  const language = typeof facts['Language'] === 'string' ? /^[a-z]{2}(?=-|_|$)/i.exec(facts['Language'])?.[0].toLowerCase() : undefined;
  return { title: usableTitle(facts['Title']), author: usableTitle(facts['Author']), language, metadata: { pages: pdf.numPages, ...Object.fromEntries(kept) as Metadata } };
}

function corrupt(what: string, cause?: unknown): CandorError {
  return new CandorError('DOCUMENT_CORRUPT', `The PDF is damaged: ${what}.`, { cause });
}
