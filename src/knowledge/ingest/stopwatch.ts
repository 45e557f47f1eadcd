import type { IngestTimings } from '../document.ts';

type Stage = Exclude<keyof IngestTimings, 'totalMillis'>;

/** Measures the stages of an ingestion. */
export interface Stopwatch {
  /** Adds the time until `work` settles. Time that two calls of a stage share counts once. */
  time<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result>;
  read(): IngestTimings;
}

interface Counter {
  millis: number;
  running: number;
  since: number;
}

export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const started = now();
  const counters: Record<Stage, Counter> = {
    parseMillis: { millis: 0, running: 0, since: 0 },
    chunkMillis: { millis: 0, running: 0, since: 0 },
    embedMillis: { millis: 0, running: 0, since: 0 },
    storeMillis: { millis: 0, running: 0, since: 0 },
  };
  return {
    async time(stage, work) {
      const counter = counters[stage];
      if (counter.running === 0) counter.since = now();
      counter.running += 1;
      try {
        return await work();
      } finally {
        counter.running -= 1;
        if (counter.running === 0) counter.millis += now() - counter.since;
      }
    },
    read: () => ({
      totalMillis: now() - started,
      parseMillis: counters.parseMillis.millis,
      chunkMillis: counters.chunkMillis.millis,
      embedMillis: counters.embedMillis.millis,
      storeMillis: counters.storeMillis.millis,
    }),
  };
}
