import { setTimeout as wait } from 'node:timers/promises';
import type { JobProgress, JobRef } from './job.ts';

/** How long a reader waits for the database before it gets what was read last. */
const patienceMillis = 500;

/** A job that this process is running. */
interface LiveJob {
  /** Aborted to cancel the job. */
  readonly stop: AbortController;
  progress: JobProgress | null;
}

interface Held extends LiveJob {
  readonly known: Map<string, unknown>;
  readonly pending: Map<string, Reading>;
}

interface Reading {
  readonly result: Promise<unknown>;
  readonly since: number;
}

/**
 * The jobs of this process: what each is doing right now. The embedded database has one connection, which a document
 * that is being stored holds for as long as that takes (40 s for 5 MB); its progress cannot be read there meanwhile, nor
 * a cancellation be written.
 */
export interface LiveJobs {
  begin(job: JobRef): LiveJob;
  end(job: JobRef): void;
  find(job: JobRef): LiveJob | undefined;
  /**
   * Returns what `read` finds, or what it found last, if the job runs here and the database is busy. One read at a time
   * waits for it.
   * @param what names the read within the job
   */
  read<Found>(job: JobRef, what: string, read: () => Promise<Found>): Promise<Found>;
}

export function createLiveJobs(): LiveJobs {
  const jobs = new Map<string, Held>();
  const nameOf = ({ workspaceId, jobId }: JobRef) => `${workspaceId} ${jobId}`;
  return {
    begin(job) {
      const live = { stop: new AbortController(), progress: null, known: new Map(), pending: new Map() };
      jobs.set(nameOf(job), live);
      return live;
    },
    end(job) {
      jobs.delete(nameOf(job));
    },
    find: (job) => jobs.get(nameOf(job)),
    read(job, what, read) {
      const live = jobs.get(nameOf(job));
      return live ? readPatiently(live, what, read) : read();
    },
  };
}

async function readPatiently<Found>(
  { known, pending }: Held,
  what: string,
  read: () => Promise<Found>,
): Promise<Found> {
  const underWay = pending.get(what);
  const reading = (underWay?.result ?? readNow()) as Promise<Found>;
  if (!known.has(what)) return reading;
  // Who comes later does not wait again: between two statements that store, this process has no time for that.
  if (underWay && performance.now() - underWay.since > patienceMillis) return known.get(what) as Found;
  // Whoever has left must not end the process with an unhandled rejection.
  reading.catch(() => undefined);
  const patience = new AbortController();
  try {
    return await Promise.race([
      reading,
      wait(patienceMillis, undefined, { signal: patience.signal }).then(() => known.get(what) as Found),
    ]);
  } finally {
    patience.abort();
  }

  function readNow(): Promise<Found> {
    const result = read()
      .then((found) => {
        known.set(what, found);
        return found;
      })
      .finally(() => pending.delete(what));
    pending.set(what, { result, since: performance.now() });
    return result;
  }
}
