import type { Database } from '../db/database.ts';
import { inSpan } from '../telemetry/spans.ts';

/**
 * Where the time of a retrieval went, in milliseconds. Stages run beside one another where they can: `total` is less
 * than their sum, and waits for a free connection are in `total` alone.
 */
export interface RetrievalTimings {
  /** Which analysis the question gets, and its lexemes. */
  readonly analyse: number;
  readonly embed: number;
  readonly vector: number;
  readonly keyword: number;
  /** What is known of the hits, the passages' text, and curated answers. */
  readonly read: number;
  readonly total: number;
}

type Stage = Exclude<keyof RetrievalTimings, 'total'>;

export interface Timer {
  time<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result>;
  /** Time that was spent for a stage before. */
  add(stage: Stage, millis: number): void;
  /** The same database, each of whose transactions counts for the stage from its first statement on. */
  timed(stage: Stage, database: Database): Database;
  millis(): number;
  read(): RetrievalTimings;
}

export function createTimer(now: () => number = () => performance.now()): Timer {
  const started = now();
  const spent: Record<Stage, number> = { analyse: 0, embed: 0, vector: 0, keyword: 0, read: 0 };
  const time = async <Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> => {
    const began = now();
    try {
      return await inSpan({ name: `retrieval ${stage}`, facts: { 'candor.stage': stage } }, work);
    } finally {
      spent[stage] += now() - began;
    }
  };
  return {
    time,
    add: (stage, millis) => {
      spent[stage] += millis;
    },
    timed: (stage, database) => ({
      ...database,
      inWorkspace: (workspaceId, work, options) =>
        database.inWorkspace(workspaceId, (transaction) => time(stage, () => work(transaction)), options),
    }),
    millis: () => now() - started,
    read: () => ({ ...spent, total: now() - started }),
  };
}
