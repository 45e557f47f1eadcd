import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { CandorError, messageOf, readingStopped } from '../../../errors.ts';
import type { Metadata } from '../../document.ts';
import { createDocumentWriter, usableAuthor, usableTitle } from '../documentWriter.ts';
import { checkTextLength, maxTextLength } from '../limits.ts';
import type { ContentFlag, OnPart, ParsedDocument, SourceMap } from '../parsed.ts';
import { writeParts } from './pdfBlocks.ts';
import { isUncertain, layOut, mirrored } from './pdfLayout.ts';
import { readDrawing, type Drawing, type OperatorList } from './pdfDrawing.ts';
import type { Transform } from './pdfGeometry.ts';
import { withTurnedHeads } from './pdfGrid.ts';
import { fragmentsOf, withBullets, type Font, type Fragment, type PdfItem } from './pdfLines.ts';
import { bodySize, type PageText, withoutRunningLines } from './pdfRunningLines.ts';
import { isMostlyRightToLeft } from './pdfRightToLeft.ts';
import { maxNodes, type Mark, readTags, type StructureNode, type Tag, tagItems } from './pdfStructure.ts';
import { withTags } from './pdfTagged.ts';
import { withRecognition } from '../scan/recognisedPage.ts';
import { maxRecognised, recognisePages, type RecogniseOptions } from '../scan/recognisePages.ts';

interface PdfOptions extends Omit<RecogniseOptions, 'recogniser'> {
  /** Reads pages that hold only pictures; if undefined, they are reported but not read. */
  readonly recogniser?: RecogniseOptions['recogniser'] | undefined;
  /** UTF-16 units; 5,000,000 by default. */
  readonly maxTextLength?: number | undefined;
  /** Whether the tags of a tagged PDF are read; true by default. */
  readonly readsTags?: boolean | undefined;
  /** Called after every 1,000 pages with the number of pages read so far. */
  readonly onPages?: ((read: number) => void) | undefined;
  /** Called after each page with the number of pages read so far, and of all. */
  readonly onRead?: OnPart | undefined;
  /** Called before and after the tags of each page are read: nothing else can stop pdf.js while it reads them. */
  readonly onTags?: ((step: 'tags' | 'text') => void) | undefined;
}

/**
 * The part of pdf.js that is used. unpdf's own types import files without an extension, which NodeNext does not
 * resolve.
 */
interface Pdf {
  readonly numPages: number;
  readonly loadingTask: { destroy(): Promise<void> };
  getPage(number: number): Promise<PdfPage>;
  getOptionalContentConfig(): Promise<{ isVisible(layer: unknown): boolean }>;
  getMetadata(): Promise<{ info: Readonly<Record<string, unknown>> }>;
  getMarkInfo(): Promise<{ readonly Marked?: boolean } | null>;
}

interface PdfPage {
  readonly commonObjs: { has(name: string): boolean; get(name: string): unknown };
  getViewport(options: { scale: number }): { width: number; height: number; transform: number[] };
  getStructTree(): Promise<StructureNode | null>;
  getTextContent(options: { includeMarkedContent: boolean }): Promise<{
    items: (PdfItem | Mark)[];
    styles: Readonly<Record<string, { fontFamily: string }>>;
  }>;
  getOperatorList(): Promise<OperatorList>;
  cleanup(): void;
}

const maxPages = 10_000;
/** Pages between two reports of progress. */
const pagesAtOnce = 1_000;
/** Maximum tag nodes read in one document; its further pages are read only by what they show. */
const maxTags = 2_000_000;
/** A complete PDF has its end mark within this many bytes of its end. */
const tailBytes = 4_096;
const rescan =
  'Set CANDOR_OCR=eng (docs/ingesting.md, "Scanned pages"), or run OCR over the file ("ocrmypdf in.pdf out.pdf"), and ingest it again.';
const scanAgain = 'Nothing was recognised on its pictures. Scan it again, upright and at 300 dots an inch.';

/**
 * Reads the text of a PDF page by page, with headings recognised by font size or tags, columns one after the other, and
 * tables row by row. Running headers, footers and page numbers are left out, and so is text that is hidden or turned
 * against the rest of its page. Nothing in the file is ever run: no script, no attachment, no font program.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED when a password is needed, DOCUMENT_INVALID when there are only
 * images, DOCUMENT_TOO_LARGE, CANCELLED
 */
export async function parsePdf(bytes: Uint8Array, options: PdfOptions = {}): Promise<ParsedDocument> {
  const limit = options.maxTextLength ?? maxTextLength;
  const pdf = await open(bytes);
  try {
    const { pages: drawn, flags: flagged } = await readPages(pdf, limit, options);
    const recognised = options.recogniser
      ? await recognisePages(bytes, drawn, { ...options, recogniser: options.recogniser })
      : [];
    const pages = drawn.map((page) => recognised.find((each) => each.page.number === page.number)?.page ?? page);
    const flags = flagged.filter(
      (flag) => flag !== 'PAGES_WITHOUT_TEXT' || pages.some((page) => page.fragments.length === 0),
    );
    const writer = createDocumentWriter('PAGE', limit);
    const laid = withoutRunningLines(pages).map((page) => ({ page, parts: layOut(page) }));
    writeParts(
      laid.flatMap(({ parts }) => parts),
      bodySize(pages.flatMap(({ fragments }) => fragments)),
      writer,
    );
    const written = writer.finish({ ...(await readFacts(pdf)), flags });
    const uncertain = laid.filter(({ page, parts }) => isUncertain(page, parts)).map(({ page }) => page.number);
    const parsed = withRecognition(
      {
        ...written,
        sourceMap: withUncertain(written.sourceMap, uncertain),
        problems: problemsOf(pages, uncertain, options.recogniser !== undefined),
      },
      recognised,
    );
    if (!parsed.text)
      throw new CandorError('DOCUMENT_INVALID', 'The PDF has only images and no text.', {
        details: { pages: pdf.numPages },
        remedy: options.recogniser ? scanAgain : rescan,
      });
    return parsed;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function withUncertain(map: SourceMap | null, pages: readonly number[]): SourceMap | null {
  return map && pages.length > 0 ? { ...map, uncertain: pages } : map;
}

function problemsOf(pages: readonly PageText[], uncertain: readonly number[], recognises: boolean): string[] {
  const empty = pages.filter(({ fragments }) => fragments.length === 0);
  const [pictures, blank] = [empty.filter(({ pictured }) => pictured), empty.filter(({ pictured }) => !pictured)];
  const named = (all: readonly { readonly number: number }[]) => pageNames(all.map(({ number }) => number));
  return [
    ...(pictures.length > 0 ? [`${named(pictures)}: only pictures, ${recognises ? unrecognised : unread}`] : []),
    ...(blank.length > 0 ? [`${named(blank)}: no text that can be read.`] : []),
    ...(uncertain.length > 0
      ? [`${pageNames(uncertain)}: columns or tables are uncertain; answers from there are never CONFIDENT.`]
      : []),
  ];
}

const maxNamed = 20;
const unread = 'whose text was not read; set CANDOR_OCR=eng, or run OCR over them.';
const unrecognised = `on which no text was recognised (at most ${maxRecognised} pages of a document are tried).`;

/** `Page 3`, or `Pages 3-5, 9`. */
function pageNames(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.slice(0, maxNamed).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return `Page${numbers.length === 1 ? '' : 's'} ${shown.join(', ')}${ranges.length > maxNamed ? ' and more' : ''}`;
}

// pdf.js reads fonts with this method, which Node 20 lacks. Without it, the drawing list of a page ends at its first
// letter.
if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength) {
      return this.slice(0, length);
    },
  });
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  // pdf.js would repair a truncated file and return the half that is there.
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-tailBytes);
  if (!tail.includes('%%EOF')) throw corrupt('it breaks off before its end mark');
  try {
    // A copy, because pdf.js takes ownership of the buffer and refuses the Buffer that node:fs returns. Verbosity 0
    // keeps its warnings off the console.
    const pdf = (await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      maxImageSize: 0,
    })) as Pdf;
    if (pdf.numPages > maxPages)
      throw new CandorError('DOCUMENT_TOO_LARGE', `The PDF has ${pdf.numPages} pages; at most ${maxPages} are taken.`, {
        details: { pages: pdf.numPages, limit: maxPages },
      });
    return pdf;
  } catch (error) {
    if (error instanceof CandorError) throw error;
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new CandorError('DOCUMENT_UNSUPPORTED', 'The PDF is encrypted: it opens only with a password.', {
        cause: error,
        remedy: 'Save it without a password and ingest that file.',
      });
    }
    throw corrupt(messageOf(error).replace(/\.$/, ''), error);
  }
}

async function readPages(
  pdf: Pdf,
  limit: number,
  { signal, readsTags = true, onPages, onRead, onTags }: PdfOptions,
): Promise<{ pages: PageText[]; flags: ContentFlag[] }> {
  const pages: PageText[] = [];
  const source = await openSource(pdf, readsTags, onTags);
  const flags = new Set<ContentFlag>();
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (signal?.aborted) throw readingStopped();
    const page = await readPage(source, number, flags);
    if (page.fragments.length === 0) flags.add('PAGES_WITHOUT_TEXT');
    length += page.fragments.reduce((sum, { text }) => sum + text.length, 0);
    checkTextLength(length, limit);
    pages.push(page);
    onRead?.(number, pdf.numPages);
    if (number % pagesAtOnce === 0) onPages?.(number);
  }
  return { pages, flags: [...flags] };
}

interface PdfSource {
  readonly pdf: Pdf;
  /** Number of tag nodes that may still be read; 0 for a file without tags. */
  tagsLeft: number;
  readonly onTags: PdfOptions['onTags'];
  readonly operators: Readonly<Record<string, number>>;
  isShown(layer: unknown): boolean;
}

async function openSource(pdf: Pdf, readsTags: boolean, onTags: PdfOptions['onTags']): Promise<PdfSource> {
  const { OPS } = (await getResolvedPDFJS()) as { readonly OPS: Readonly<Record<string, number>> };
  const layers = await pdf.getOptionalContentConfig().catch(() => undefined);
  const marked = readsTags ? await pdf.getMarkInfo().catch(() => null) : null;
  return {
    pdf,
    operators: OPS,
    tagsLeft: marked?.Marked ? maxTags : 0,
    onTags,
    isShown: (layer) => layers?.isVisible(layer) ?? true,
  };
}

/**
 * Returns tags by pdf.js's names of marked contents. If the tree is too large for one page, no more tags are requested,
 * because each further page would cost the same.
 */
async function readPageTags(source: PdfSource, page: PdfPage): Promise<ReadonlyMap<string, Tag>> {
  if (source.tagsLeft <= 0) return new Map();
  source.onTags?.('tags');
  const tree = await page.getStructTree().catch(() => null);
  source.onTags?.('text');
  if (!tree) return new Map();
  const { tags, nodes } = readTags(tree);
  source.tagsLeft = nodes > maxNodes ? 0 : source.tagsLeft - nodes;
  return tags;
}

async function readPage(source: PdfSource, number: number, flags: Set<ContentFlag>): Promise<PageText> {
  const { pdf, operators, isShown } = source;
  try {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent({ includeMarkedContent: source.tagsLeft > 0 });
    const tags = tagItems(items, await readPageTags(source, page));
    // Without the list, a page still has its text, but no rules.
    const list = await page.getOperatorList().catch((): OperatorList => ({ fnArray: [], argsArray: [] }));
    const drawn = items.flatMap((item): PdfItem[] => ('str' in item ? [item] : []));
    const { width, height, transform } = turned(page.getViewport({ scale: 1 }), drawn);
    const drawing = readDrawing(list, transform, { operators, width, height, isShown });
    const fontOf = (name: string): Font => fontIn(page, name, styles[name]?.fontFamily === 'monospace');
    const { fragments, hidden } = withTags(tags, (tagOf) =>
      fragmentsOf(drawn, transform, { fontOf, tagOf, ...drawing }),
    );
    page.cleanup();
    const upright = withTurnedHeads(fragments, drawing);
    if (hidden) flags.add('HIDDEN_TEXT_REMOVED');
    if (upright.length < fragments.length) flags.add('ROTATED_TEXT_REMOVED');
    const readable = { fragments: isReadable(upright) ? upright : [], drawing: withoutStrings(drawing) };
    const fromRight = isMostlyRightToLeft(upright.map(({ text }) => text));
    const { fragments: placed, drawing: facing } = fromRight ? mirrored(readable, width) : readable;
    return {
      number,
      height,
      fragments: withBullets(placed, facing.dots),
      drawing: { ...facing, dots: [] },
      pictured: drawing.pictured,
    };
  } catch (error) {
    throw corrupt(`page ${number} cannot be read`, error);
  }
}

/**
 * Drops the drawn strings, which serve only to find the hidden text of one page: all pages are kept until running lines
 * are known.
 */
function withoutStrings(drawing: Drawing): Drawing {
  return { ...drawing, shown: [] };
}

/** Fonts without the relevant flags are recognised by their names. */
function fontIn(page: PdfPage, name: string, monospaced: boolean): Font {
  const font = (page.commonObjs.has(name) ? page.commonObjs.get(name) : {}) as {
    readonly name?: string;
    readonly bold?: boolean;
    readonly black?: boolean;
  };
  const called = font.name ?? '';
  return {
    monospaced: monospaced || /mono(?!type)|courier|consolas|menlo|typewriter/i.test(called),
    bold: font.bold === true || font.black === true || /bold|black|heavy|demi/i.test(called),
  };
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly transform: Transform;
}

/** Turns the page the way its text runs: a wide table is often set sideways on an upright page. */
function turned({ width, height, transform }: View, items: readonly PdfItem[]): View {
  const letters = [0, 0, 0, 0];
  for (const {
    str,
    transform: [a = 1, b = 0],
  } of items) {
    const [run, rise] = [
      (transform[0] ?? 1) * a + (transform[2] ?? 0) * b,
      (transform[1] ?? 0) * a + (transform[3] ?? 1) * b,
    ];
    const side = Math.abs(run) > Math.abs(rise) ? (run > 0 ? 0 : 2) : rise < 0 ? 1 : 3;
    letters[side] = (letters[side] ?? 0) + str.trim().length;
  }
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const most = Math.max(...letters);
  if (letters[1] === most && (letters[0] ?? 0) < most)
    return { width: height, height: width, transform: [-b, a, -d, c, height - f, e] };
  if (letters[3] === most && (letters[0] ?? 0) < most)
    return { width: height, height: width, transform: [b, -a, d, -c, f, width - e] };
  return { width, height, transform };
}

/**
 * Whether the text is readable. A font without a map to Unicode gives codes instead of letters; for search, such a page
 * is an image.
 */
function isReadable(lines: readonly Fragment[]): boolean {
  const text = lines.map((line) => line.text).join('');
  return (text.match(/[\p{Co}\p{Cc}\uFFFD]/gu)?.length ?? 0) < text.length / 2;
}

interface PdfFacts {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly language: string | undefined;
  readonly metadata: Metadata;
}

/**
 * Facts kept besides title and author: dates as the PDF writes them (`D:20240131…`), and the subject and keywords that
 * its author gave.
 */
const keptInfo = ['Subject', 'Keywords', 'CreationDate', 'ModDate'];

async function readFacts(pdf: Pdf): Promise<PdfFacts> {
  const none: Readonly<Record<string, unknown>> = {};
  const facts = await pdf.getMetadata().then(
    ({ info }) => info,
    () => none,
  );
  const kept = keptInfo.flatMap((key) =>
    typeof facts[key] === 'string' && facts[key] !== '' ? [[key, facts[key]]] : [],
  );
  const language =
    typeof facts['Language'] === 'string'
      ? /^[a-z]{2}(?=-|_|$)/i.exec(facts['Language'])?.[0].toLowerCase()
      : undefined;
  return {
    title: usableTitle(facts['Title']),
    author: usableAuthor(facts['Author'], [facts['Creator'], facts['Producer']]),
    language,
    metadata: { pages: pdf.numPages, ...(Object.fromEntries(kept) as Metadata) },
  };
}

function corrupt(what: string, cause?: unknown): CandorError {
  return new CandorError('DOCUMENT_CORRUPT', `The PDF is damaged: ${what}.`, { cause });
}
