import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { atMost } from '../clock.ts';
import { CandorError, messageOf } from '../errors.ts';
import type { Connections } from './connections.ts';
import { embeddedFault, readOnlyFault } from './databaseFault.ts';
import { asCandorError } from './statementFaults.ts';

/**
 * A queue of pointers to work, kept in the database. Each item that is sent is worked on once, by some process, even
 * after a crash.
 */
export interface Queue {
  /** @throws DATABASE_UNREACHABLE, DATABASE_FAILED */
  send(data: Readonly<Record<string, string>>, options?: SendOptions): Promise<void>;
  /**
   * Works on one item at a time. A task that throws is called again after a while. A task holds a lease while it runs;
   * if its process is silent for `leaseSeconds`, another one takes it over.
   */
  work(task: (data: Readonly<Record<string, string>>) => Promise<void>): Promise<void>;
  /** Takes nothing new, and lets the current task finish. */
  stop(): Promise<void>;
}

type Task = Parameters<Queue['work']>[0];

interface SendOptions {
  /** Nobody works on it before. Default 0. */
  readonly afterSeconds?: number;
  /** In a queue of the kind ONE_OF_A_KEY: while an item with this key waits, no other is taken. */
  readonly key?: string;
}

/** ALL: items are independent. ONE_OF_A_KEY: no two items with one key wait, e.g. for the next reading of a source. */
type QueueKind = 'ALL' | 'ONE_OF_A_KEY';

export interface QueueOptions {
  readonly kind?: QueueKind;
  /** How often an idle process looks for items. Default 500. */
  readonly pollMillis?: number;
}

const usualPollMillis = 500;
/**
 * A process that has not renewed its lease for this long is dead. With the time between two looks, a task is taken over
 * within 30 s. An ingestion's own lease (`runJob.ts`) ends before this one, or who takes the task over would be refused.
 * It leaves room for an event loop that is busy for many seconds.
 */
const leaseSeconds = 25;
const renewMillis = 5_000;
/** How often an idle process looks for tasks whose process is dead. */
const lookMillis = 2_000;
/**
 * pg-boss's own limit counts from the start and would wait for `retrySeconds` besides, so it only has to be longer than
 * the lease.
 */
const expireSeconds = 300;
const retrySeconds = 15;
/**
 * A task still running after this long is taken up again, by another process or at the next start. Together with the
 * time for requests and the database, a stop stays below the 30 s that supervisors wait.
 */
const stopMillis = 8_000;
/** Most attempts to open the queue at a start. */
const mostTries = 5;

/**
 * Opens a queue. Its tables are pg-boss's own, in the schema `pgboss`. They hold only ids, no document text, and have
 * no foreign keys.
 * @param options `isAlone`: no other process can use the database, so whoever held a task before is gone. `onError`
 * receives what the queue could not write; the queue itself goes on
 * @throws DATABASE_FAILED if the login may not create that schema
 */
export async function openQueue(
  connections: Connections,
  name: string,
  {
    isAlone,
    onError,
    kind = 'ALL',
    pollMillis = usualPollMillis,
  }: QueueOptions & { readonly isAlone: boolean; readonly onError: (message: string) => void },
): Promise<Queue> {
  const boss = await startBoss(connections, { name, kind }, onError);
  let worker: Worker | undefined;
  return {
    send: async (data, { afterSeconds = 0, key } = {}) => {
      try {
        await boss.send(name, data, {
          expireInSeconds: expireSeconds,
          retryLimit: 10_000,
          retryDelay: retrySeconds,
          ...(afterSeconds > 0 && { startAfter: Math.ceil(afterSeconds) }),
          ...(key !== undefined && { singletonKey: key }),
        });
      } catch (error) {
        throw asCandorError(error, undefined);
      }
    },
    work: (task) => {
      worker = startWorker({ boss, name, leases: leasesOf(connections, name), isAlone, onError, pollMillis }, task);
      return Promise.resolve();
    },
    stop: async () => {
      await worker?.stop();
      await boss.stop({ graceful: false });
    },
  };
}

interface OpenBoss {
  readonly boss: PgBoss;
  readonly name: string;
  readonly leases: Leases;
  readonly isAlone: boolean;
  readonly onError: (message: string) => void;
  readonly pollMillis: number;
}

/** A task as one process has it. It counts how often it was handed out, so that a former holder is recognised. */
interface Held {
  readonly id: string;
  readonly retryCount: number;
}

interface Leases {
  /** @returns whether the task is still this process's */
  renew(held: Held): Promise<boolean>;
  /** Gives back to the queue the tasks that were not renewed for so long. */
  free(seconds: number): Promise<void>;
}

/** pg-boss 10 has no lease that can be renewed: here, the time of its start is that of the last renewal. */
function leasesOf(connections: Connections, name: string): Leases {
  return {
    renew: async ({ id, retryCount }) => {
      const { rows } = await execute(
        connections,
        `update pgboss.job set started_on = now()
        where name = $1 and id = $2 and state = 'active' and retry_count = $3 returning id`,
        [name, id, retryCount],
      );
      return rows.length > 0;
    },
    free: async (seconds) => {
      await execute(
        connections,
        `update pgboss.job set state = 'retry', start_after = now()
        where name = $1 and state = 'active' and started_on < now() - make_interval(secs => $2)`,
        [name, seconds],
      );
    },
  };
}

interface Worker {
  /** Resolves when the current task has ended or has been returned to the queue. */
  stop(): Promise<void>;
}

/**
 * pg-boss's own worker does not await the write that marks a job as done: if the database fell silent just then, the
 * process would end.
 */
function startWorker({ boss, name, leases, isAlone, onError, pollMillis }: OpenBoss, task: Task): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let atWork: Lease | undefined;
  const tell = (error: unknown) => onError(messageOf(error));
  const workOnce = async () => {
    const [job] = await boss.fetch<Readonly<Record<string, string>>>(name, { includeMetadata: true });
    if (!job) return false;
    atWork = keepLease(leases, job, tell);
    const fault = await task(job.data).then(
      () => undefined,
      (error: unknown) => ({ message: messageOf(error) }),
    );
    const isHeld = atWork.end();
    atWork = undefined;
    if (await isHeld) await (fault ? boss.fail(name, job.id, fault) : boss.complete(name, job.id));
    return true;
  };
  let lookedAt = -Infinity;
  const look = async () => {
    if (performance.now() - lookedAt < lookMillis) return;
    await leases.free(isAlone && lookedAt === -Infinity ? 0 : leaseSeconds);
    lookedAt = performance.now();
  };
  const work = async () => {
    while (!signal.aborted) {
      const worked = await look().then(workOnce).catch(tell);
      if (!worked) await pause(pollMillis, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = work();
  return {
    stop: async () => {
      stopping.abort();
      await atMost(ended, stopMillis);
      const left = atWork;
      if (await left?.end().catch(tell)) await boss.fail(name, left?.id ?? '', stopped).catch(tell);
    },
  };
}

const stopped = { message: 'The process stopped.' };

interface Lease {
  readonly id: string;
  /** Renews it no more. @returns whether the task is still this process's */
  end(): Promise<boolean>;
}

function keepLease(leases: Leases, held: Held, tell: (error: unknown) => void): Lease {
  const timer = setInterval(() => void leases.renew(held).catch(tell), renewMillis);
  return {
    id: held.id,
    end: () => {
      clearInterval(timer);
      return leases.renew(held);
    },
  };
}

/**
 * Processes that start at the same time on a new database create the schema at the same time. One succeeds; the others
 * find it there when they try again.
 */
async function startBoss(
  connections: Connections,
  queue: { readonly name: string; readonly kind: QueueKind },
  onError: (message: string) => void,
  tries: number = 1,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(connections, text, values) },
    schedule: false,
    maintenanceIntervalSeconds: 30,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 1,
  });
  boss.on('error', (error) => {
    onError(messageOf(error));
  });
  try {
    await boss.start();
    await boss.createQueue(queue.name, { name: queue.name, policy: queue.kind === 'ALL' ? 'standard' : 'short' });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, wait: false }).catch(() => undefined);
    if (tries < mostTries && isRace(error)) return startBoss(connections, queue, onError, tries + 1);
    const known = embeddedFault(error) ?? readOnlyFault(error);
    throw new CandorError('DATABASE_FAILED', `The job queue could not be opened: ${messageOf(known ?? error)}`, {
      cause: error,
      ...(known && { details: known.details }),
      remedy:
        known?.remedy ??
        'Let the login of DATABASE_URL create the schema "pgboss", or create it and make the login its owner.',
    });
  }
}

/** unique_violation, deadlock_detected, duplicate_schema, duplicate_table, duplicate_object, duplicate_function */
const raceCodes: ReadonlySet<unknown> = new Set(['23505', '40P01', '42P06', '42P07', '42710', '42723']);
const isRace = (error: unknown) => raceCodes.has((error as { readonly code?: unknown }).code);

/**
 * pg-boss sends whole transactions as one text. A failed one is rolled back here, because the embedded database has a
 * single connection and the next query would find it aborted.
 */
async function execute(
  connections: Connections,
  text: string,
  values: unknown[] | undefined,
): Promise<{ rows: unknown[] }> {
  const lease = await connections.take({});
  let reusable = true;
  try {
    const result = (await lease.query(text, values)) as pg.QueryResult | pg.QueryResult[];
    return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows as unknown[]) } : result;
  } catch (error) {
    reusable = await lease.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    lease.release(reusable);
  }
}
