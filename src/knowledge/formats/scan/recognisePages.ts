import { CandorError, isCandorError, messageOf, readingStopped } from '../../../errors.ts';
import { createDocumentWriter } from '../documentWriter.ts';
import type { ParsedDocument } from '../parsed.ts';
import { writeParts } from '../pdf/pdfBlocks.ts';
import { isUncertain, layOut } from '../pdf/pdfLayout.ts';
import { bodySize, type PageText } from '../pdf/pdfRunningLines.ts';
import { encodeGrey, maxPixels } from './greyImage.ts';
import { recognisedPage, type RecognisedPage, withRecognition } from './recognisedPage.ts';
import type { Recogniser } from './recogniser.ts';

/** A4 in points, because the real size of what a picture shows is not known. */
const [shortSide, longSide] = [595, 842];

/**
 * Reads the text of a PNG or JPEG, like a page of a scanned PDF.
 * @param recogniser undefined if recognition is off
 * @throws DOCUMENT_UNSUPPORTED when it is off, DOCUMENT_INVALID without text, DOCUMENT_CORRUPT, DOCUMENT_TOO_LARGE (50
 * million pixels)
 */
export async function parseImage(bytes: Uint8Array, recogniser: Recogniser | undefined): Promise<ParsedDocument> {
  if (!recogniser)
    throw new CandorError('DOCUMENT_UNSUPPORTED', 'The file is a picture, and recognising text is off.', {
      remedy: 'Set CANDOR_OCR=eng (docs/ingesting.md, "Scanned pages"), or save its text as Markdown, DOCX or PDF.',
    });
  checkSize(bytes);
  const picture = await recogniser.recognise(bytes);
  const recognised = recognisedPage(picture, 1, picture.width > picture.height ? longSide : shortSide);
  const parts = layOut(recognised.page);
  const writer = createDocumentWriter('PAGE');
  writeParts(parts, bodySize(recognised.page.fragments), writer);
  const parsed = writer.finish();
  if (!parsed.text)
    throw new CandorError('DOCUMENT_INVALID', 'No text was recognised on the picture.', {
      remedy: 'Scan it again, upright and at 300 dots an inch.',
    });
  const map =
    parsed.sourceMap && isUncertain(recognised.page, parts)
      ? { ...parsed.sourceMap, uncertain: [1] }
      : parsed.sourceMap;
  return withRecognition({ ...parsed, sourceMap: map }, [recognised]);
}

/**
 * Checks the size before decoding: a few hundred bytes can represent billions of pixels.
 * @throws DOCUMENT_TOO_LARGE, DOCUMENT_CORRUPT
 */
function checkSize(bytes: Uint8Array): void {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = data[0] === 0x89 ? pngSize(data) : jpegSize(data);
  if (!size) throw new CandorError('DOCUMENT_CORRUPT', 'The picture is damaged: it does not say how large it is.');
  if (size.width * size.height > maxPixels)
    throw new CandorError('DOCUMENT_TOO_LARGE', `The picture has ${size.width} × ${size.height} pixels.`, {
      details: { ...size, limit: maxPixels },
      remedy: `Save it with at most ${maxPixels / 1_000_000} million pixels; 300 dots an inch are enough.`,
    });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function pngSize(data: Buffer): Size | undefined {
  if (data.length < 24 || data.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/** Returns the size in the frame header (ITU T.81, B.2.2), which follows any number of other segments. */
function jpegSize(data: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= data.length && data[at] === 0xff;) {
    const marker = data[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Maximum pages of one document; a page takes 2 to 6 seconds. */
export const maxRecognised = 200;

export interface RecogniseOptions {
  readonly recogniser: Recogniser;
  readonly signal?: AbortSignal | undefined;
  /** Called before each page, to restart a time limit. */
  readonly onPage?: (() => void) | undefined;
}

/**
 * Reads the pages of a PDF that have pictures and no text, at most 200 of them. Leaves out a page that cannot be drawn
 * or on which nothing is recognised.
 * @throws BAD_CONFIG when a package is missing, CANCELLED
 */
export async function recognisePages(
  bytes: Uint8Array,
  pages: readonly PageText[],
  { recogniser, signal, onPage }: RecogniseOptions,
): Promise<RecognisedPage[]> {
  const pictures = pages.filter(({ fragments, pictured }) => pictured && fragments.length === 0);
  if (pictures.length === 0) return [];
  const images = await openPageImages(bytes);
  const recognised: RecognisedPage[] = [];
  try {
    for (const { number } of pictures.slice(0, maxRecognised)) {
      if (signal?.aborted) throw readingStopped();
      onPage?.();
      const page = await readPage(images, number, recogniser);
      if (page && page.page.fragments.length > 0) recognised.push(page);
    }
  } finally {
    images.close();
  }
  return recognised;
}

async function readPage(
  images: PageImages,
  number: number,
  recogniser: Recogniser,
): Promise<RecognisedPage | undefined> {
  try {
    const { picture, width } = await images.draw(number);
    return recognisedPage(await recogniser.recognise(picture), number, width);
  } catch (error) {
    // One page of many: the others are still worth reading.
    if (isCandorError(error) && error.code === 'DOCUMENT_CORRUPT') return undefined;
    throw error;
  }
}

/** Draws pages of a PDF. */
interface PageImages {
  /**
   * Draws a page as PGM, at 300 dpi unless the page is larger than A3.
   * @param number from 1
   */
  draw(number: number): Promise<{ readonly picture: Uint8Array; readonly width: number; readonly height: number }>;
  close(): void;
}

/** The part of @hyzyla/pdfium 2 that is used. Written here because the package is not a dependency. */
interface PdfiumModule {
  readonly PDFiumLibrary: {
    init(): Promise<{ loadDocument(bytes: Uint8Array): Promise<PdfiumDocument>; destroy(): void }>;
  };
}

interface PdfiumDocument {
  getPage(index: number): {
    getOriginalSize(): { readonly originalWidth: number; readonly originalHeight: number };
    render(options: {
      readonly scale: number;
      readonly colorSpace: 'Gray';
      readonly render: 'bitmap';
    }): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8Array }>;
  };
  destroy(): void;
}

const dotsPerPoint = 300 / 72;
/** Maximum pixels of a drawn page; A3 at 300 dpi has 17.4 million. */
const maxDrawn = 18_000_000;
const packageName = '@hyzyla/pdfium';

/**
 * PDFium draws what pdf.js only lists: one-bit masks, JBIG2 and JPEG 2000 as scanners write them, with their clipping
 * and rotation.
 * @throws BAD_CONFIG when the package is missing, DOCUMENT_CORRUPT
 */
async function openPageImages(bytes: Uint8Array): Promise<PageImages> {
  const { PDFiumLibrary } = (await import(packageName)) as PdfiumModule;
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(new Uint8Array(bytes));
    return {
      draw: async (number) => draw(document, number),
      close: () => {
        document.destroy();
        library.destroy();
      },
    };
  } catch (cause) {
    library.destroy();
    throw corrupt(messageOf(cause), cause);
  }
}

async function draw(document: PdfiumDocument, number: number) {
  try {
    const page = document.getPage(number - 1);
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    const scale = Math.min(dotsPerPoint, Math.sqrt(maxDrawn / (width * height)));
    const drawn = await page.render({ scale, colorSpace: 'Gray', render: 'bitmap' });
    return { picture: encodeGrey({ ...drawn, pixels: drawn.data }), width, height };
  } catch (cause) {
    throw corrupt(`page ${number} cannot be drawn: ${messageOf(cause)}`, cause);
  }
}

function corrupt(what: string, cause: unknown): CandorError {
  return new CandorError('DOCUMENT_CORRUPT', `The PDF is damaged: ${what}.`, { cause });
}
