import { CandorError, readingStopped } from '../../../errors.ts';
import type { ParserFault } from './parserWorker.ts';

export function revive({ code, message, remedy, details }: ParserFault): CandorError {
  return new CandorError(code, message, { remedy, details });
}

/** @param pagesRead pages of a PDF read so far, a multiple of 1,000 */
export function timeoutFault(millis: number, pagesRead = 0): CandorError {
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

/** How V8 ends a process without memory, as a shell and Windows report it. */
const outOfMemory: ReadonlySet<number | null> = new Set([134, 0xc0000409]);

/** SIGKILL that is not ours: the system's, for want of memory. */
export function exitFault(code: number | null, signal: NodeJS.Signals | null, maxMegabytes: number): CandorError {
  // From outside, to the whole group: a terminal's, or a supervisor's, which reach the server too.
  if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return readingStopped();
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

export function endedFault(why: string, cause?: unknown): CandorError {
  return new CandorError('INTERNAL', `The parser process failed: ${why}`, { cause });
}
