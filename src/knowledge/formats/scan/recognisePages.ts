import { CandorError, isCandorError } from '../../../errors.ts';
import type { PageText } from '../pdf/pdfRunningLines.ts';
import { openPageImages, type PageImages } from './pageImages.ts';
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
 * Reads the pages of a PDF that hold pictures and no text, at most 200 of them. A page that cannot be drawn, or on which nothing is
 * recognised, is not among the result.
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
