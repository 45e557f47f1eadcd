import { CandorError } from '../../../errors.ts';
import { createDocumentWriter } from '../documentWriter.ts';
import type { ParsedDocument } from '../parsed.ts';
import { writeParts } from '../pdf/pdfBlocks.ts';
import { isUncertain } from '../pdf/pdfCertainty.ts';
import { layOut } from '../pdf/pdfLayout.ts';
import { bodySize } from '../pdf/pdfMeasures.ts';
import { maxPixels } from './greyImage.ts';
import { recognisedPage } from './recognisedPage.ts';
import { withRecognition } from './recognition.ts';
import type { Recogniser } from './recogniser.ts';

/** In points, of A4: what a picture is a picture of is not known. */
const [shortSide, longSide] = [595, 842];

/**
 * The text of a PNG or JPEG, as a page of a scanned PDF is read.
 * @param recogniser undefined: recognition is off
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
 * Before it is decoded: a few hundred bytes can stand for billions of pixels. @throws DOCUMENT_TOO_LARGE,
 * DOCUMENT_CORRUPT
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

/** From its frame header (ITU T.81, B.2.2), which stands behind any number of other segments. */
function jpegSize(data: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= data.length && data[at] === 0xff;) {
    const marker = data[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}
