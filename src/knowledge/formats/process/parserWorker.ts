import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { CandorError, isCandorError, messageOf, type ErrorCode } from '../../../errors.ts';
import { boundBuffers } from './boundedBuffers.ts';
import type { PreparedChunk, TextToCut } from '../../cut/prepareChunks.ts';
import { packBlocks, type PackedBlocks } from './packedBlocks.ts';
import { parse, type ParsedSource, type ParseSource } from '../parse.ts';
import type { OnPart } from '../parsed.ts';
import { createRecogniser } from '../scan/recogniser.ts';

export interface ParseRequest {
  readonly source: ParseSource;
  readonly firstLine: number | undefined;
  readonly readsTags: boolean;
}

export interface CutRequest {
  readonly cut: TextToCut;
  readonly maxWindowWords: number;
}

export type ParserRequest = ParseRequest | CutRequest;

/** Error objects lose their class between processes, so a fault travels as data. */
export type ParserReply =
  | { readonly parsed: Omit<ParsedSource, 'blocks'>; readonly blocks: PackedBlocks }
  | { readonly chunks: readonly PreparedChunk[] }
  | { readonly fault: ParserFault };

/** Sent once, when the parsers are loaded. */
export type ParserReady = 'ready';

/** Sent before each page that is recognised, to restart the document's time. */
export type ParserPage = 'page';

/** Sent after every 1,000 pages of a PDF, to restart its time. */
export interface ParserPages {
  readonly pagesRead: number;
}

/** Sent while a document is read, or a text is cut. */
export interface ParserPart {
  readonly done: number;
  readonly total: number;
}

const reportMillis = 500;

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

async function work(request: ParserRequest): Promise<ParserReply> {
  if ('cut' in request) {
    // Loaded when needed: its tables of tokens and sentences take 30 MB.
    const { prepareChunks } = await import('../../cut/prepareChunks.ts');
    return { chunks: prepareChunks(request.cut, request.maxWindowWords, reporter()) };
  }
  const { source, firstLine, readsTags } = request;
  const onRead = reporter();
  const { blocks, ...parsed } = await parse(source, {
    firstLine,
    readsTags,
    recogniser,
    onPage,
    onPages,
    onRead,
    onTags,
  });
  return { parsed, blocks: packBlocks(blocks) };
}

/** Says how much is done, at once and then twice a second: a message costs more than a short text. */
function reporter(): OnPart {
  let reportedAt = -reportMillis;
  return (done, total) => {
    if (performance.now() - reportedAt < reportMillis) return;
    reportedAt = performance.now();
    process.send?.({ done, total } satisfies ParserPart);
  };
}

async function answer(request: ParserRequest): Promise<void> {
  process.send?.(await work(request).catch((error: unknown): ParserReply => ({ fault: faultOf(error) })));
}

// A terminal and some supervisors send these to every process of a group. When to end, the process that asks decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
yieldMemory();

process.on('message', (request: ParserRequest) => void answer(request));
// Busy or not, nothing is parsed for a process that is gone: its signals do not reach this one, and a thread that is busy
// hears no disconnection.
process.on('disconnect', () => process.exit());
const watch = `setInterval(() => process.ppid === ${Number(parent)} || process.kill(process.pid, 'SIGKILL'), 1_000)`;
if (process.platform !== 'win32')
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();

/** Where memory runs out, the system ends this process before the one that asks. Only Linux knows that file. */
function yieldMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    return;
  }
}

process.send?.('ready' satisfies ParserReady);
