import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CandorError, messageOf } from '../../errors.ts';
import { checkFileBytes } from './limits.ts';
import { parse, sourceTypeOf, type ParsedSource, type ParseOptions, type ParseSource } from './parse.ts';
import type {
  ParserFault,
  ParserPage,
  ParserPages,
  ParserReady,
  ParserRefusal,
  ParserReply,
  ParserRequest,
  ParserTags,
} from './parserWorker.ts';

export interface ParserProcessOptions {
  /**
   * Time limit for one document, not counting the loading of the parsers; 30,000 by default. The time starts anew for
   * each page that is recognised, after every 1,000 pages of a PDF (at most ten times), and when a PDF is read again
   * without its tags.
   */
  readonly timeoutMillis?: number | undefined;
  /**
   * Time limit for the tags of one page of a PDF, which normally take 0.5 ms; 5,000 by default. pdf.js reads the tags
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

interface Call {
  readonly source: ParseSource;
  readonly options: ParseOptions;
  readonly resolve: (parsed: ParsedSource) => void;
  readonly reject: (fault: unknown) => void;
}

export function createParserProcess({
  timeoutMillis = 30_000,
  tagMillis = 5_000,
  maxMegabytes = 400,
  ocr,
}: ParserProcessOptions = {}): ParserProcess {
  const queue: Call[] = [];
  const seat = createSeat({ timeoutMillis, tagMillis, maxMegabytes, ocr });
  let busy = false;
  let rest: NodeJS.Timeout | undefined;

  const next = (): void => {
    const call = busy ? undefined : queue.shift();
    if (!call) return;
    clearTimeout(rest);
    busy = true;
    void runCall(seat, call)
      .then(call.resolve, call.reject)
      .finally(() => {
        busy = false;
        rest = setTimeout(() => void seat.stop(cancelled()), restMillis).unref();
        next();
      });
  };
  const leave = (call: Call): void => {
    const waiting = queue.indexOf(call);
    if (waiting === -1) return;
    queue.splice(waiting, 1);
    call.reject(cancelled());
  };
  const enqueue = async (source: ParseSource, options: ParseOptions): Promise<ParsedSource> => {
    let leaveQueue = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const call: Call = { source, options, resolve, reject };
        leaveQueue = () => leave(call);
        options.signal?.addEventListener('abort', leaveQueue, { once: true });
        queue.push(call);
        next();
      });
    } finally {
      // One signal may serve thousands of documents.
      options.signal?.removeEventListener('abort', leaveQueue);
    }
  };

  return {
    async parse(source, options = {}) {
      checkFileBytes(source.content.length);
      if (options.signal?.aborted) throw cancelled();
      return needsProcess(source) ? enqueue(source, options) : parse(source, options);
    },
    async close() {
      clearTimeout(rest);
      for (const call of queue.splice(0)) call.reject(cancelled());
      await seat.stop(cancelled());
    },
  };
}

/** Runs one worker at a time, on at most one document. */
interface Seat {
  run(source: ParseSource, options: ParseOptions): Promise<ParsedSource>;
  /**
   * Ends the worker, because a process that is busy in a parser handles no messages. The next run starts another worker.
   */
  stop(fault: CandorError): Promise<void>;
}

/**
 * A PDF may have 10,000 pages, which is ten renewals. A mail can hold hundreds of such files; together they get no more
 * renewals than one.
 */
const maxRenewals = 10;

/** The process ended while it read the tags of a page. */
class TagsFault extends Error {}

async function runCall(seat: Seat, { source, options }: Call): Promise<ParsedSource> {
  try {
    return await seat.run(source, options);
  } catch (fault) {
    if (!(fault instanceof TagsFault)) throw fault;
    return seat.run(source, { ...options, readsTags: false });
  }
}

interface SeatOptions {
  readonly timeoutMillis: number;
  readonly tagMillis: number;
  readonly maxMegabytes: number;
  readonly ocr: string | undefined;
}

/** Time limit of one document. */
interface DocumentClock {
  start(): void;
  /** Restarts the time after pages of a PDF, at most ten times. */
  renew(pages: ParserPages): void;
  stop(): void;
}

function createDocumentClock(millis: number, onLate: (fault: CandorError) => void): DocumentClock {
  let timer: NodeJS.Timeout | undefined;
  let [read, renewals] = [0, 0];
  const start = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      onLate(timeoutFault(millis, read));
    }, millis);
  };
  return {
    start,
    renew({ pagesRead }) {
      read = pagesRead;
      renewals += 1;
      if (renewals <= maxRenewals) start();
    },
    stop() {
      clearTimeout(timer);
      [read, renewals] = [0, 0];
    },
  };
}

interface TagClock {
  /** Whether the message was about tags; if so, starts or stops the clock. */
  heard(word: unknown): word is ParserTags;
  /** Stops the clock. Returns whether the tags of a page were being read. */
  stopped(): boolean;
}

function createTagClock(millis: number, onLate: () => void): TagClock {
  let timer: NodeJS.Timeout | undefined;
  const stopped = () => {
    const wasRunning = timer !== undefined;
    clearTimeout(timer);
    timer = undefined;
    return wasRunning;
  };
  return {
    stopped,
    heard(word): word is ParserTags {
      if (word !== 'tags' && word !== 'text') return false;
      stopped();
      if (word === 'text') return true;
      const begun = setTimeout(() => {
        // Handle the messages that arrived meanwhile first: this thread may be the one that was busy.
        setImmediate(() => {
          if (timer === begun) onLate();
        });
      }, millis);
      timer = begun;
      return true;
    },
  };
}

type ParserMessage = ParserReply | ParserReady | ParserPage | ParserPages | ParserRefusal | ParserTags;

function createSeat({ timeoutMillis, tagMillis, maxMegabytes, ocr }: SeatOptions): Seat {
  let worker: ChildProcess | undefined;
  let loaded = false;
  let settle: ((outcome: ParserReply | CandorError) => void) | undefined;

  const startClock = (): void => {
    if (loaded && settle) clock.start();
  };
  const stop = async (fault: CandorError): Promise<void> => {
    const stopped = worker;
    worker = undefined;
    loaded = false;
    settle?.(fault);
    if (stopped) await kill(stopped);
  };
  const clock = createDocumentClock(timeoutMillis, (fault) => void stop(fault));
  const tags = createTagClock(tagMillis, () => void stop(timeoutFault(tagMillis)));
  const start = (): ChildProcess => {
    const started = startWorker(maxMegabytes, ocr);
    const crash = (fault: CandorError) => (worker === started ? void stop(fault) : undefined);
    started.on('message', (reply: ParserMessage) => {
      if (worker !== started || tags.heard(reply)) return;
      if (typeof reply === 'object' && 'pagesRead' in reply) return clock.renew(reply);
      if (typeof reply === 'object' && 'refused' in reply) return void stop(revive(reply.refused));
      if (reply !== 'ready' && reply !== 'page') return settle?.(reply);
      loaded = true;
      startClock();
    });
    started.on('error', (error) => crash(endedFault(messageOf(error), error)));
    started.on('exit', (code, signal) => crash(exitFault(code, signal, maxMegabytes)));
    return started;
  };

  return {
    stop,
    run: (source, { signal, firstLine, readsTags = true }) =>
      new Promise((resolve, reject) => {
        const onAbort = () => void stop(cancelled());
        signal?.addEventListener('abort', onAbort, { once: true });
        settle = (outcome) => {
          settle = undefined;
          clock.stop();
          signal?.removeEventListener('abort', onAbort);
          // Referenced only while it works, so that an idle child never keeps this process alive.
          worker?.unref();
          worker?.channel?.unref();
          const inTags = tags.stopped();
          if ('parsed' in outcome) resolve(outcome.parsed);
          else if (!(outcome instanceof CandorError)) reject(revive(outcome.fault));
          else reject(inTags && outcome.code !== 'CANCELLED' ? new TagsFault() : outcome);
        };
        startClock();
        worker ??= start();
        worker.ref();
        worker.channel?.ref();
        // That it has ended is told by its own event.
        worker.send({ source, firstLine, readsTags } satisfies ParserRequest, () => undefined);
      }),
  };
}

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

function revive({ code, message, remedy, details }: ParserFault): CandorError {
  return new CandorError(code, message, { remedy, details });
}

function cancelled(): CandorError {
  return new CandorError('CANCELLED', 'Reading was stopped.');
}

/** @param pagesRead pages of a PDF read so far, a multiple of 1,000 */
function timeoutFault(millis: number, pagesRead = 0): CandorError {
  const pages = pagesRead.toLocaleString('en');
  return new CandorError(
    'DOCUMENT_TOO_LARGE',
    `The document took longer than ${millis / 1_000} s to read${pagesRead > 0 ? ` after its first ${pages} pages` : ''}.`,
    {
      details: { timeoutMillis: millis, ...(pagesRead > 0 && { pagesRead }) },
      ...(pagesRead > 0 && { remedy: `Split the PDF into files of at most ${pages} pages and ingest those.` }),
    },
  );
}

/** How V8 ends a process without memory, as told by a shell and by Windows. */
const outOfMemory: ReadonlySet<number | null> = new Set([134, 0xc0000409]);

/** SIGKILL that is not ours: the system's, for want of memory. */
function exitFault(code: number | null, signal: NodeJS.Signals | null, maxMegabytes: number): CandorError {
  const memory = outOfMemory.has(code) || signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL';
  if (memory)
    return new CandorError(
      'DOCUMENT_TOO_LARGE',
      `The document needs more than ${maxMegabytes} MB of memory to be read.`,
      { details: { maxMegabytes } },
    );
  if (signal === 'SIGSEGV' || signal === 'SIGBUS')
    return new CandorError('DOCUMENT_INVALID', 'The document is nested too deeply to be read.', {
      remedy: 'Flatten its lists, quotes or elements and ingest it again.',
    });
  return endedFault(`it ended by itself (${signal ?? code})`);
}

function endedFault(why: string, cause?: unknown): CandorError {
  return new CandorError('INTERNAL', `The parser process failed: ${why}`, { cause });
}
