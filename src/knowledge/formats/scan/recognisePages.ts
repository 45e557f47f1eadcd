import { CandorError, isCandorError, messageOf } from '../../../errors.ts';
import type { PageText } from '../pdf/pdfRunningLines.ts';
import { encodeGrey } from './greyImage.ts';
import { recognisedPage, type RecognisedPage } from './recognisedPage.ts';
import type { Recogniser } from './recogniser.ts';

/** Of one document; a page takes 2 to 6 seconds. */
export const maxRecognised = 200;

export interface RecogniseOptions {
  readonly recogniser: Recogniser;
  readonly signal?: AbortSignal | undefined;
  /** Called before each page: a limit of time begins anew. */
  readonly onPage?: (() => void) | undefined;
}

/**
 * Reads the pages of a PDF that hold pictures and no text, at most 200 of them. A page that cannot be drawn, or on
 * which nothing is recognised, is not among the result.
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
      if (signal?.aborted) throw new CandorError('CANCELLED', 'Reading was stopped.');
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
    // One page of a hundred; the others are worth having.
    if (isCandorError(error) && error.code === 'DOCUMENT_CORRUPT') return undefined;
    throw error;
  }
}

/** Draws pages of a PDF. */
interface PageImages {
  /** @param number from 1 @returns PGM, at 300 dots an inch unless the page is larger than A3 */
  draw(number: number): Promise<{ readonly picture: Uint8Array; readonly width: number; readonly height: number }>;
  close(): void;
}

/** The part of @hyzyla/pdfium 2 that is used. Written here because the package is none of the dependencies. */
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
/** A3 at 300 dots an inch has 17.4 million. */
const maxDrawn = 18_000_000;
const packageName = '@hyzyla/pdfium';

/**
 * PDFium draws what pdf.js only lists: masks of one bit, JBIG2 and JPEG 2000 as scanners write them, clipped and turned
 * as they are.
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
