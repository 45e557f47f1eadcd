import { parentPort, workerData } from 'node:worker_threads';
import { CandorError, isCandorError, messageOf, type ErrorCode } from '../../errors.ts';
import { parse, type ParsedSource, type ParseSource } from './parse.ts';
import { createRecogniser } from './scan/recogniser.ts';

export interface ParserWorkerData {
  /** Tesseract's code for the language of pages that are pictures; if undefined, they are not read. */
  readonly ocr: string | undefined;
}

export interface ParserRequest {
  readonly source: ParseSource;
  readonly firstLine: number | undefined;
  readonly readsTags: boolean;
}

/** Error objects lose their class between threads, so a fault travels as data. */
export type ParserReply = { readonly parsed: ParsedSource } | { readonly fault: ParserFault };

/** Sent once, when the parsers are loaded. */
export type ParserReady = 'ready';

/** Sent before each page that is recognised, to restart the document's time. */
export type ParserPage = 'page';

/** Sent after every 1,000 pages of a PDF, to restart its time. */
export interface ParserPages {
  readonly pagesRead: number;
}

/**
 * Sent before (`tags`) and after (`text`) the tags of a page are read. If the thread ends between the two, the tags are
 * the cause.
 */
export type ParserTags = 'tags' | 'text';

export interface ParserFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function faultOf(error: unknown): ParserFault {
  const fault = isCandorError(error) ? error : new CandorError('INTERNAL', `The parser failed: ${messageOf(error)}`);
  return { code: fault.code, message: fault.message, remedy: fault.remedy, details: fault.details };
}

const { ocr } = workerData as ParserWorkerData;
// Kept from one document to the next; it ends with this thread.
const recogniser = ocr === undefined ? undefined : createRecogniser(ocr);
const onPage = () => parentPort?.postMessage('page' satisfies ParserPage);
const onPages = (pagesRead: number) => parentPort?.postMessage({ pagesRead } satisfies ParserPages);
const onTags = (step: ParserTags) => parentPort?.postMessage(step);

async function answer({ source, firstLine, readsTags }: ParserRequest): Promise<void> {
  const reply: ParserReply = await parse(source, { firstLine, readsTags, recogniser, onPage, onPages, onTags }).then(
    (parsed) => ({ parsed }),
    (error: unknown) => ({ fault: faultOf(error) }),
  );
  parentPort?.postMessage(reply);
}

parentPort?.on('message', (request: ParserRequest) => void answer(request));
parentPort?.postMessage('ready' satisfies ParserReady);
