import { Worker } from 'node:worker_threads';
import { CandorError, isCandorError, messageOf, type ErrorCode } from '../../errors.ts';
import { boundBuffers } from './boundedBuffers.ts';
import { parse, type ParsedSource, type ParseSource } from './parse.ts';
import { createRecogniser } from './scan/recogniser.ts';

export interface ParserRequest {
  readonly source: ParseSource;
  readonly firstLine: number | undefined;
  readonly readsTags: boolean;
}

/** Error objects lose their class between processes, so a fault travels as data. */
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
 * Sent before (`tags`) and after (`text`) the tags of a page are read. If the process ends between the two, the tags are
 * the cause.
 */
export type ParserTags = 'tags' | 'text';

/** Sent when a buffer is refused, after which the process is to be ended: pdf.js would try the same again and again. */
export interface ParserRefusal {
  readonly refused: ParserFault;
}

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

/** Arguments: the id of the process that asks, and Tesseract's code of a language; if undefined, pictures are not read. */
const [parent, ocr] = process.argv.slice(2);
// Kept from one document to the next; it ends with this process.
const recogniser = ocr === undefined ? undefined : createRecogniser(ocr);
const onPage = () => process.send?.('page' satisfies ParserPage);
const onPages = (pagesRead: number) => process.send?.({ pagesRead } satisfies ParserPages);
const onTags = (step: ParserTags) => process.send?.(step);

boundBuffers((fault) => process.send?.({ refused: faultOf(fault) } satisfies ParserRefusal));

async function answer({ source, firstLine, readsTags }: ParserRequest): Promise<void> {
  const reply: ParserReply = await parse(source, { firstLine, readsTags, recogniser, onPage, onPages, onTags }).then(
    (parsed) => ({ parsed }),
    (error: unknown) => ({ fault: faultOf(error) }),
  );
  process.send?.(reply);
}

process.on('message', (request: ParserRequest) => void answer(request));
// Busy or not, nothing is parsed for a process that is gone: its signals do not reach this one, and a thread that is busy
// hears no disconnection.
process.on('disconnect', () => process.exit());
const watch = `setInterval(() => process.ppid === ${Number(parent)} || process.kill(process.pid, 'SIGKILL'), 1_000)`;
if (process.platform !== 'win32')
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();

process.send?.('ready' satisfies ParserReady);
