import { parentPort, workerData } from 'node:worker_threads';
import { CandorError, isCandorError, messageOf, type ErrorCode } from '../../errors.ts';
import { parse, type ParsedSource, type ParseSource } from './parse.ts';
import { createRecogniser } from './scan/recogniser.ts';

export interface ParserWorkerData {
  /** Language of pages that are pictures; undefined: they are not read. */
  readonly ocr: string | undefined;
}

export interface ParserRequest {
  readonly source: ParseSource;
  readonly firstLine: number | undefined;
}

/** Error objects lose their class between threads: a fault travels as data. */
export type ParserReply = { readonly parsed: ParsedSource } | { readonly fault: ParserFault };

/** Sent once, when the parsers are loaded. */
export type ParserReady = 'ready';

/** Sent before each page that is recognised: the time of a document is told by its pages. */
export type ParserPage = 'page';

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

async function answer({ source, firstLine }: ParserRequest): Promise<void> {
  const reply: ParserReply = await parse(source, { firstLine, recogniser, onPage }).then(
    (parsed) => ({ parsed }),
    (error: unknown) => ({ fault: faultOf(error) }),
  );
  parentPort?.postMessage(reply);
}

parentPort?.on('message', (request: ParserRequest) => void answer(request));
parentPort?.postMessage('ready' satisfies ParserReady);
