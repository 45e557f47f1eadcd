import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CandorError, messageOf, readingStopped } from '../../../errors.ts';
import { prepareChunks, type PreparedChunk, type TextToCut } from '../../cut/prepareChunks.ts';
import { createDocumentClock, createTagClock, createTimeLimit } from './parserClocks.ts';
import { endedFault, exitFault, revive, timeoutFault } from './parserFaults.ts';
import { unpackBlocks } from './packedBlocks.ts';
import { checkFileBytes } from '../limits.ts';
import { parse, sourceTypeOf, type ParsedSource, type ParseOptions, type ParseSource } from '../parse.ts';
import type { OnPart } from '../parsed.ts';
import type {
  ParserFault,
  ParserPart,
  ParserPage,
  ParserReady,
  ParserRefusal,
  ParserReply,
  ParserRequest,
  ParseRequest,
  ParserPages,
  ParserTags,
} from './parserWorker.ts';

export interface ParserProcessOptions {
  /**
   * Limit of the processor time for one document, not counting the loading of the parsers; 30,000 by default, and four
   * times that on the clock. Where the system does not report the first (only Linux does), the clock counts alone. The time starts again for
   * each page that is recognised, after every 1,000 pages of a PDF (at most ten times), and when a PDF is read again
   * without its tags.
   */
  readonly timeoutMillis?: number | undefined;
  /**
   * The same for the tags of one page of a PDF, which normally take 0.5 ms; 5,000 by default. pdf.js reads the tags
   * of a table in time quadratic in its rows, and an element that is its parent's child twice doubles what follows. If
   * a page exceeds the limit, the PDF is read again without its tags.
   */
  readonly tagMillis?: number | undefined;
  /** Tesseract's code for the language of pages that are pictures; if undefined, such pages are not read. */
  readonly ocr?: string | undefined;
  /** Limit of the process' heap; 400 by default. Its buffers have limits of their own (`boundedBuffers.ts`). */
  readonly maxMegabytes?: number | undefined;
}

/**
 * Parses untrusted documents in a process of its own. A thread could be ended as well, but not every thread ends alone:
 * 30 MB of short lines made V8 end the whole process for want of memory, whatever limits the thread had.
 */
export interface ParserProcess {
  /**
   * Like `parse`, one document at a time in call order. Small documents in plain formats are parsed immediately in the
   * calling thread.
   * @throws what `parse` throws; DOCUMENT_TOO_LARGE also when time or memory runs out; CANCELLED when aborted or closed
   */
  parse(source: ParseSource, options?: ParseOptions): Promise<ParsedSource>;
  /**
   * Like `prepareChunks`, in line with what is parsed. A short text is cut immediately in the calling thread.
   * @param onCut called at once and then twice a second with the number of characters that are cut, and of all
   * @throws DOCUMENT_TOO_LARGE when time or memory runs out; CANCELLED when aborted or closed
   */
  cut(text: TextToCut, maxWindowWords: number, signal?: AbortSignal, onCut?: OnPart): Promise<readonly PreparedChunk[]>;
  /** Ends the process; pending calls fail with CANCELLED. A later call starts a new one. */
  close(): Promise<void>;
}

/**
 * Up to this size (UTF-16 units or bytes), parsing a plain format is faster than sending it to a process. At four times
 * the size, 125,000 lines of one letter blocked every caller for 4 s.
 */
const smallSource = 64 * 1024;
const quickTypes: ReadonlySet<string> = new Set(['MARKDOWN', 'CSV', 'JSON', 'JSON_LINES', 'PLAIN_TEXT']);

/**
 * An idle process ends after this time, because it never gives back a heap that grew for one document (150 MB for 2 MB
 * of Markdown). A start takes 0.3 s.
 */
const restMillis = 3_000;

/** UTF-16 units that are cut in 30 ms, or in .1 s where they are one word. */
const shortText = 16 * 1024;

interface Call {
  readonly request: ParserRequest;
  readonly signal: AbortSignal | undefined;
  readonly onPart: OnPart | undefined;
  readonly resolve: (done: Done) => void;
  readonly reject: (fault: unknown) => void;
}

export function createParserProcess({
  timeoutMillis = 30_000,
  tagMillis = 5_000,
  maxMegabytes = 400,
  ocr,
}: ParserProcessOptions = {}): ParserProcess {
  const line = createLine(createSlot({ timeoutMillis, tagMillis, maxMegabytes, ocr }));
  return {
    async parse(source, options = {}) {
      checkFileBytes(source.content.length);
      if (options.signal?.aborted) throw readingStopped();
      if (!needsProcess(source)) return parse(source, options);
      const { signal, firstLine, readsTags = true, onRead } = options;
      return parsedOf(await line.enqueue({ source, firstLine, readsTags }, signal, onRead));
    },
    async cut({ text, title, key, blocks }, maxWindowWords, signal, onCut) {
      if (signal?.aborted) throw readingStopped();
      // Not what else the caller's document holds: it would travel for nothing.
      const cut = { text, title, key, blocks };
      return text.length <= shortText
        ? prepareChunks(cut, maxWindowWords)
        : chunksOf(await line.enqueue({ cut, maxWindowWords }, signal, onCut));
    },
    close: line.close,
  };
}

/** Requests wait for the slot in the order of their calls. */
interface Line {
  enqueue(request: ParserRequest, signal: AbortSignal | undefined, onPart?: OnPart): Promise<Done>;
  close(): Promise<void>;
}

function createLine(slot: Slot): Line {
  const queue: Call[] = [];
  let busy = false;
  let rest: NodeJS.Timeout | undefined;

  const next = (): void => {
    const call = busy ? undefined : queue.shift();
    if (!call) return;
    clearTimeout(rest);
    busy = true;
    void runCall(slot, call)
      .then(call.resolve, call.reject)
      .finally(() => {
        busy = false;
        rest = setTimeout(() => void slot.stop(readingStopped()), restMillis).unref();
        next();
      });
  };
  const leave = (call: Call): void => {
    const waiting = queue.indexOf(call);
    if (waiting === -1) return;
    queue.splice(waiting, 1);
    call.reject(readingStopped());
  };
  const enqueue: Line['enqueue'] = async (request, signal, onPart) => {
    let leaveQueue = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const call: Call = { request, signal, onPart, resolve, reject };
        leaveQueue = () => leave(call);
        signal?.addEventListener('abort', leaveQueue, { once: true });
        queue.push(call);
        next();
      });
    } finally {
      // One signal may serve thousands of documents.
      signal?.removeEventListener('abort', leaveQueue);
    }
  };

  return {
    enqueue,
    async close() {
      clearTimeout(rest);
      for (const call of queue.splice(0)) call.reject(readingStopped());
      await slot.stop(readingStopped());
    },
  };
}

/** Runs one worker at a time, on at most one document. */
interface Slot {
  run(request: ParserRequest, signal: AbortSignal | undefined, onPart?: OnPart): Promise<Done>;
  /**
   * Ends the worker, because a process that is busy in a parser handles no messages. The next run starts another worker.
   */
  stop(fault: CandorError): Promise<void>;
}

/** The process ended while it read the tags of a page. */
class TagsFault extends Error {}

async function runCall(slot: Slot, { request, signal, onPart }: Call): Promise<Done> {
  try {
    return await slot.run(request, signal, onPart);
  } catch (fault) {
    if (!(fault instanceof TagsFault) || !('source' in request)) throw fault;
    return slot.run({ ...request, readsTags: false } satisfies ParseRequest, signal, onPart);
  }
}

type Done = Exclude<ParserReply, { readonly fault: ParserFault }>;

function parsedOf(done: Done): ParsedSource {
  if ('parsed' in done) return { ...done.parsed, blocks: unpackBlocks(done.blocks) };
  throw new CandorError('INTERNAL', 'The parser cut a text that it was to parse.');
}

function chunksOf(done: Done): readonly PreparedChunk[] {
  if ('chunks' in done) return done.chunks;
  throw new CandorError('INTERNAL', 'The parser parsed a text that it was to cut.');
}

interface SlotOptions {
  readonly timeoutMillis: number;
  readonly tagMillis: number;
  readonly maxMegabytes: number;
  readonly ocr: string | undefined;
}

type ParserMessage = ParserReply | ParserReady | ParserPage | ParserPages | ParserPart | ParserRefusal | ParserTags;

function createSlot({ timeoutMillis, tagMillis, maxMegabytes, ocr }: SlotOptions): Slot {
  let worker: ChildProcess | undefined;
  let loaded = false;
  let settle: ((outcome: ParserReply | CandorError) => void) | undefined;
  let heardPart: OnPart | undefined;

  const stop = async (fault: CandorError): Promise<void> => {
    const stopped = worker;
    worker = undefined;
    loaded = false;
    loading.stop();
    settle?.(fault);
    if (stopped) await kill(stopped);
  };
  const idOf = () => worker?.pid;
  const loading = createTimeLimit(loadMillis, idOf, () => void stop(endedFault('it did not start')));
  const clock = createDocumentClock(timeoutMillis, idOf, (fault) => void stop(fault));
  const tags = createTagClock(tagMillis, idOf, () => void stop(timeoutFault(tagMillis)));
  const start = (): ChildProcess => {
    const started = startWorker(maxMegabytes, ocr);
    const crash = (fault: CandorError) => (worker === started ? void stop(fault) : undefined);
    started.on('message', (reply: ParserMessage) => {
      if (worker !== started || tags.heard(reply)) return;
      if (typeof reply === 'object' && 'pagesRead' in reply) return clock.renew(reply);
      if (typeof reply === 'object' && 'done' in reply) return heardPart?.(reply.done, reply.total);
      if (typeof reply === 'object' && 'refused' in reply) return void stop(revive(reply.refused));
      if (reply !== 'ready' && reply !== 'page') return settle?.(reply);
      loading.stop();
      loaded = true;
      if (settle) clock.start();
    });
    started.on('error', (error) => crash(endedFault(messageOf(error), error)));
    started.on('exit', (code, signal) => crash(exitFault(code, signal, maxMegabytes)));
    return started;
  };
  return {
    stop,
    run: (request, signal, onPart) =>
      new Promise((resolve, reject) => {
        heardPart = onPart;
        const onAbort = () => void stop(readingStopped());
        signal?.addEventListener('abort', onAbort, { once: true });
        settle = (outcome) => {
          settle = undefined;
          clock.stop();
          signal?.removeEventListener('abort', onAbort);
          if (worker) letRest(worker);
          const inTags = tags.stopped();
          if (!(outcome instanceof CandorError) && !('fault' in outcome)) return resolve(outcome);
          if (!(outcome instanceof CandorError)) reject(revive(outcome.fault));
          else reject(inTags && outcome.code !== 'CANCELLED' ? new TagsFault() : outcome);
        };
        if (loaded) clock.start();
        try {
          const isNew = !worker;
          ask((worker ??= start()), request);
          if (isNew) loading.start();
        } catch (error) {
          void stop(endedFault(messageOf(error), error));
        }
      }),
  };
}

function ask(child: ChildProcess, request: ParserRequest): void {
  child.ref();
  child.channel?.ref();
  // Its own event says that it has ended.
  child.send(request, () => undefined);
}

/** Referenced only while it works, so that an idle child never keeps this process alive. */
function letRest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Processor time to load the parsers, which takes 0.3 s, and 2 s from sources. */
const loadMillis = 30_000;

/**
 * Checks the format before a process is started in vain.
 * @throws DOCUMENT_UNSUPPORTED
 */
function needsProcess(source: ParseSource): boolean {
  return !quickTypes.has(sourceTypeOf(source)) || source.content.length > smallSource;
}

/** Of a thread that V8 starts; a process has a quarter, which lists within lists use up. */
const stackFlags = process.platform === 'win32' ? [] : ['--stack-size=3900'];

function startWorker(maxMegabytes: number, ocr: string | undefined): ChildProcess {
  const entry = import.meta.url.endsWith('.ts') ? './parserWorkerFromSource.mjs' : './parserWorker.js';
  // No inherited flags: the parent's loaders and debugger are not the child's. No environment: a parser needs no
  // secrets. Node itself adds what Windows starts nothing without.
  return fork(
    fileURLToPath(new URL(entry, import.meta.url)),
    [String(process.pid), ...(ocr === undefined ? [] : [ocr])],
    {
      execArgv: [`--max-old-space-size=${maxMegabytes}`, '--max-semi-space-size=8', ...stackFlags],
      env: {},
      serialization: 'advanced',
      // Standard output may be that of a protocol (MCP), and V8's last words are of no use to an operator.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  // An idle one is not referenced, and this process would end before it knows.
  child.ref();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
