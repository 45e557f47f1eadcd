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
  send(data: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Works on one item at a time. A task that throws is called again after a while; one that is still running after
   * `expireSeconds` may be called a second time.
   */
  work(task: (data: Readonly<Record<string, string>>) => Promise<void>): Promise<void>;
  /** Takes nothing new, and lets the current task finish. */
  stop(): Promise<void>;
}

type Task = Parameters<Queue['work']>[0];

const pollMillis = 500;
/**
 * A dead process is noticed after this long. If the process is alive, the task's own lease keeps a second one from
 * starting on the same task.
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
 * @param onError receives what the queue could not write; the queue itself goes on
 * @throws DATABASE_FAILED if the login may not create that schema
 */
export async function openQueue(
  connections: Connections,
  name: string,
  onError: (message: string) => void,
): Promise<Queue> {
  const boss = await startBoss(connections, name, onError);
  let worker: Worker | undefined;
  return {
    send: async (data) => {
      try {
        await boss.send(name, data, { expireInSeconds: expireSeconds, retryLimit: 10_000, retryDelay: retrySeconds });
      } catch (error) {
        throw asCandorError(error, undefined);
      }
    },
    work: (task) => {
      worker = startWorker({ boss, name, onError }, task);
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
  readonly onError: (message: string) => void;
}

interface Worker {
  /** Resolves when the current task has ended or has been returned to the queue. */
  stop(): Promise<void>;
}

/**
 * pg-boss's own worker does not await the write that marks a job as done: if the database fell silent just then, the
 * process would end.
 */
function startWorker({ boss, name, onError }: OpenBoss, task: Task): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let atWork: string | undefined;
  const workOnce = async () => {
    const [job] = await boss.fetch<Readonly<Record<string, string>>>(name);
    if (!job) return false;
    atWork = job.id;
    const fault = await task(job.data).then(
      () => undefined,
      (error: unknown) => ({ message: messageOf(error) }),
    );
    atWork = undefined;
    await (fault ? boss.fail(name, job.id, fault) : boss.complete(name, job.id));
    return true;
  };
  const tell = (error: unknown) => onError(messageOf(error));
  const work = async () => {
    while (!signal.aborted) {
      const worked = await workOnce().catch(tell);
      if (!worked) await pause(pollMillis, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = work();
  return {
    stop: async () => {
      stopping.abort();
      await atMost(ended, stopMillis);
      if (atWork) await boss.fail(name, atWork, { message: 'The process stopped.' }).catch(tell);
    },
  };
}

/**
 * Processes that start at the same time on a new database create the schema at the same time. One succeeds; the others
 * find it there when they try again.
 */
async function startBoss(
  connections: Connections,
  name: string,
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
    await boss.createQueue(name);
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, wait: false }).catch(() => undefined);
    if (tries < mostTries && isRace(error)) return startBoss(connections, name, onError, tries + 1);
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
