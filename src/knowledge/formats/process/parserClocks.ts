import { readFileSync } from 'node:fs';
import type { CandorError } from '../../../errors.ts';
import { timeoutFault } from './parserFaults.ts';
import type { ParserPages, ParserTags } from './parserWorker.ts';

/** The process that is watched; undefined while there is none. */
type ProcessId = () => number | undefined;

interface TimeLimit {
  /** Starts the time again. */
  start(): void;
  /** Returns whether the time was running. */
  stop(): boolean;
}

/** How much longer a document may take on the clock: on a machine with other work it waits for the processor. */
const patience = 4;
const lookMillis = 200;

/**
 * A limit of processor time: 4.9 MB of honest Markdown were refused after 30 s on the clock of a busy machine.
 * @param onLate called once, when a process has taken its time
 */
export function createTimeLimit(millis: number, processId: ProcessId, onLate: () => void): TimeLimit {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    const wasRunning = timer !== undefined;
    clearInterval(timer);
    timer = undefined;
    return wasRunning;
  };
  return {
    stop,
    start() {
      stop();
      const [begun, before] = [performance.now(), cpuMillis(processId())];
      const look = () => {
        const clock = performance.now() - begun;
        const now = cpuMillis(processId());
        const spent = before === undefined || now === undefined ? clock : now - before;
        if (spent < millis && clock < patience * millis) return;
        // Handle the messages that arrived meanwhile first: this thread may be the one that was busy.
        setImmediate(() => {
          if (timer !== own) return;
          stop();
          onLate();
        });
      };
      const own = setInterval(look, Math.min(lookMillis, Math.max(1, millis / 4)));
      timer = own;
    },
  };
}

/** What a process and its threads have spent, in steps of 10 ms; undefined where there is no /proc. */
function cpuMillis(id: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    // After the name, which may hold anything: the state is the third field, time in user and kernel mode are 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/**
 * A PDF may have 10,000 pages, which is ten renewals. A mail can hold hundreds of such files; together they get no more
 * renewals than one.
 */
const maxRenewals = 10;

/** Time limit of one document. */
interface DocumentClock {
  start(): void;
  /** Restarts the time after pages of a PDF, at most ten times. */
  renew(pages: ParserPages): void;
  stop(): void;
}

export function createDocumentClock(
  millis: number,
  processId: ProcessId,
  onLate: (fault: CandorError) => void,
): DocumentClock {
  let [read, renewals] = [0, 0];
  const limit = createTimeLimit(millis, processId, () => onLate(timeoutFault(millis, read)));
  return {
    start: limit.start,
    renew({ pagesRead }) {
      read = pagesRead;
      renewals += 1;
      if (renewals <= maxRenewals) limit.start();
    },
    stop() {
      limit.stop();
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

export function createTagClock(millis: number, processId: ProcessId, onLate: () => void): TagClock {
  // What ends the process asks whether tags were being read, also when this clock has run out.
  let reading = false;
  const limit = createTimeLimit(millis, processId, onLate);
  const stopped = () => {
    limit.stop();
    const was = reading;
    reading = false;
    return was;
  };
  return {
    stopped,
    heard(word): word is ParserTags {
      if (word !== 'tags' && word !== 'text') return false;
      stopped();
      reading = word === 'tags';
      if (reading) limit.start();
      return true;
    },
  };
}
