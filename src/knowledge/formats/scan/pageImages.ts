import { CandorError, messageOf } from '../../../errors.ts';
import { encodeGrey } from './greyImage.ts';

/** Draws pages of a PDF. */
export interface PageImages {
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
 * PDFium draws what pdf.js only lists: masks of one bit, JBIG2 and JPEG 2000 as scanners write them, clipped and turned as they are.
 * @throws BAD_CONFIG when the package is missing, DOCUMENT_CORRUPT
 */
export async function openPageImages(bytes: Uint8Array): Promise<PageImages> {
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
