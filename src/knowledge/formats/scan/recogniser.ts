import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CandorError, messageOf } from '../../../errors.ts';
import type { Box } from '../pdf/pdfGeometry.ts';
import { decodeGrey, encodeGrey, takeRules } from './greyImage.ts';

/** A word as it was recognised. */
export interface RecognisedWord {
  readonly text: string;
  /** How sure Tesseract is of it, 0 to 1. */
  readonly certainty: number;
  /** In pixels. */
  readonly left: number;
  readonly right: number;
}

/** Words on one baseline. Lengths in pixels, from the top left of the picture. */
export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  readonly baseline: number;
  /** From the lowest to the highest letter of its font: close to the font size. */
  readonly height: number;
}

/** A picture as it was read, turned upright. */
export interface RecognisedPicture {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly RecognisedLine[];
  /** The lines of its tables. */
  readonly rules: readonly Box[];
}

/** Reads the text of pictures. */
export interface Recogniser {
  /**
   * @param picture PNG, JPEG or PGM
   * @throws DOCUMENT_CORRUPT for a picture that cannot be decoded; BAD_CONFIG when the packages are missing or do not
   * fit
   */
  recognise(picture: Uint8Array): Promise<RecognisedPicture>;
  close(): Promise<void>;
}

/** The part of tesseract.js 7 that is used. Written here because the package is not a dependency. */
interface TesseractModule {
  createWorker(language: string, engine: 1, options: Readonly<Record<string, unknown>>): Promise<TesseractWorker>;
}

interface TesseractWorker {
  setParameters(parameters: Readonly<Record<string, string>>): Promise<unknown>;
  recognize(
    image: Uint8Array,
    options: { readonly rotateAuto?: boolean },
    output: Readonly<Record<string, boolean>>,
  ): Promise<{ readonly data: TesseractPage }>;
  terminate(): Promise<unknown>;
}

interface TesseractPage {
  readonly imageGrey: string | null;
  readonly blocks: readonly { readonly paragraphs: readonly { readonly lines: readonly TesseractLine[] }[] }[] | null;
}

interface TesseractLine {
  readonly baseline: { readonly y0: number; readonly y1: number };
  readonly rowAttributes: { readonly rowHeight: number };
  readonly words: readonly {
    readonly text: string;
    readonly confidence: number;
    readonly bbox: { readonly x0: number; readonly x1: number };
  }[];
}

const require = createRequire(import.meta.url);
/** Tesseract's LSTM engine, the only one that the language data of `4.0.0_best_int` has. */
const lstm = 1;

/**
 * Returns the command that installs what recognition needs.
 * @param language Tesseract's code, such as `eng`
 */
export const installCommand = (language: string): string =>
  `npm install --no-save tesseract.js@7.0.0 @tesseract.js-data/${language}@1.0.0 @hyzyla/pdfium@2.1.13`;

/**
 * Finds the packages for recognition without loading them.
 * @param language Tesseract's code, such as `eng`
 * @throws BAD_CONFIG naming the missing package and the command that installs it
 */
export function findRecognition(language: string): { readonly program: string; readonly languageFolder: string } {
  const place = (file: string): string => {
    try {
      return require.resolve(file);
    } catch (cause) {
      throw new CandorError('BAD_CONFIG', `CANDOR_OCR=${language} needs the package ${packageOf(file)}.`, {
        cause,
        details: { package: packageOf(file) },
        remedy: `Run "${installCommand(language)}", or set CANDOR_OCR=off.`,
      });
    }
  };
  const data = dirname(place(`@tesseract.js-data/${language}/package.json`));
  place('@hyzyla/pdfium');
  return { program: place('tesseract.js'), languageFolder: join(data, '4.0.0_best_int') };
}

const packageOf = (file: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;

/**
 * Opens nothing before the first picture, because a start takes a second and 100 MB. Everything comes from
 * node_modules, nothing from the network.
 * @param language Tesseract's code, such as `eng`
 */
export function createRecogniser(language: string): Recogniser {
  let opened: Promise<TesseractWorker> | undefined;
  return {
    recognise: async (picture) => {
      opened ??= openWorker(language);
      return recogniseWith(await opened, picture);
    },
    close: async () => {
      await (await opened?.catch(() => undefined))?.terminate();
      opened = undefined;
    },
  };
}

async function openWorker(language: string): Promise<TesseractWorker> {
  const { program, languageFolder } = findRecognition(language);
  try {
    const tesseract = require(program) as TesseractModule;
    const worker = await tesseract.createWorker(language, lstm, {
      // Without a folder, language data would come from a CDN.
      langPath: languageFolder,
      cacheMethod: 'none',
      // Without a handler, a failed call throws inside an event and ends the process.
      errorHandler: () => undefined,
    });
    await worker.setParameters({ debug_file: '/dev/null', user_defined_dpi: '300' });
    return worker;
  } catch (cause) {
    throw new CandorError('BAD_CONFIG', `CANDOR_OCR=${language} cannot be started: ${messageOf(cause)}`, {
      cause,
      remedy: `Run "${installCommand(language)}", or set CANDOR_OCR=off.`,
    });
  }
}

/**
 * Runs Tesseract twice. It drops a whole ruled table as a drawing (of a table in a clean scan at 300 dpi it returned no
 * word), so the rules are removed from the upright picture before the second run.
 */
async function recogniseWith(worker: TesseractWorker, picture: Uint8Array): Promise<RecognisedPicture> {
  try {
    const upright = await worker.recognize(picture, { rotateAuto: true }, { text: false, imageGrey: true });
    const grey = decodeGrey(Buffer.from(upright.data.imageGrey?.split(',')[1] ?? '', 'base64'));
    const { rules, cleaned } = takeRules(grey);
    const { data } = await worker.recognize(encodeGrey(cleaned), {}, { text: false, blocks: true });
    return { width: grey.width, height: grey.height, rules, lines: linesOf(data) };
  } catch (cause) {
    throw new CandorError('DOCUMENT_CORRUPT', `The picture cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function linesOf({ blocks }: TesseractPage): RecognisedLine[] {
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(({ words, baseline, rowAttributes }) => ({
      baseline: (baseline.y0 + baseline.y1) / 2,
      height: rowAttributes.rowHeight,
      words: words.map(({ text, confidence, bbox }) => ({
        text,
        certainty: confidence / 100,
        left: bbox.x0,
        right: bbox.x1,
      })),
    }));
}
