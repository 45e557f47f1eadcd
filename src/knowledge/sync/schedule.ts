import type { Database } from '../../db/database.ts';
import type { Queue } from '../../db/queue.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { demandReadHere, pageOfSources, readSource, type Source } from './sources.ts';
import type { JobParts } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { readAgain, type ReadAgainOptions } from './readAgain.ts';
import type { SyncResult } from './syncSource.ts';

/**
 * Reads sources at their times. Each reading waits as an item of a queue, which one of the processes that serve takes;
 * when it is over, the next one waits. A process reads one source at a time.
 */
export interface Schedule {
  /** Has the next reading of a source wait, if it has a schedule. */
  keep(workspaceId: string, source: Source): Promise<void>;
  /**
   * Has it read as soon as a process that serves is free.
   * @throws BAD_INPUT for a folder and for what an integration sends
   */
  readSoon(workspaceId: string, source: Source, options: Pick<ReadAgainOptions, 'allowShrink'>): Promise<void>;
  /** Reads what is due from now on, of every workspace, and makes sure that the readings of this one wait. */
  start(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

interface ScheduleParts {
  readonly database: Database;
  readonly log: Log;
  readonly read: (workspaceId: string, source: Source, options: ReadAgainOptions) => Promise<SyncResult>;
}

/** An item of the queue. `every`: the schedule that it is of, in seconds; empty: somebody asked for it. */
interface Item {
  readonly workspaceId: string;
  readonly sourceId: string;
  readonly every: string;
  readonly allowShrink: string;
}

const queueName = 'candor-sources';
/** Nobody watches a reading begin. */
const pollMillis = 2_000;
/** Before a source is looked at again that another process is reading, or whose reading could not be noted. */
const restSeconds = 5;

/** The schedule of an app, which reads its sources itself. */
export const openSchedule = (parts: JobParts, jobs: Pick<Jobs, 'find'>): Schedule =>
  createSchedule({
    ...parts,
    read: (workspaceId, source, options) => readAgain(parts, jobs, workspaceId, source, options),
  });

export function createSchedule(parts: ScheduleParts): Schedule {
  const { database, log } = parts;
  const stopping = new AbortController();
  let opened: Promise<Queue> | undefined;
  const open = () =>
    (opened ??= database.openQueue(queueName, (message) => log.warn('queue of sources', { error: message }), {
      kind: 'ONE_OF_A_KEY',
      pollMillis,
    }));
  const send = async (item: Item, afterSeconds: number) =>
    (await open()).send({ ...item }, { afterSeconds, key: `${item.sourceId} ${item.every}` });
  const keep = async (workspaceId: string, source: Source, leastSeconds = 0) => {
    const { id: sourceId, everySeconds, nextReadAt } = source;
    if (everySeconds === null) return;
    const item = { workspaceId, sourceId, every: String(everySeconds), allowShrink: '' };
    await send(item, Math.max(leastSeconds, secondsUntil(nextReadAt)));
  };
  const work = async ({ workspaceId, sourceId, every, allowShrink }: Item) => {
    const source = await readSource(database, workspaceId, sourceId);
    // It was removed, or has another schedule since, which has an item of its own.
    if (!source || (every !== '' && every !== String(source.everySeconds))) return;
    if (every === '' || secondsUntil(source.nextReadAt) <= 1)
      await readOnce(parts, workspaceId, source, { signal: stopping.signal, allowShrink: allowShrink !== '' });
    const now = await readSource(database, workspaceId, sourceId);
    if (now) await keep(workspaceId, now, restSeconds);
  };
  return {
    keep: (workspaceId, source) => keep(workspaceId, source),
    readSoon: async (workspaceId, source, { allowShrink }) => {
      demandReadHere(source);
      await send({ workspaceId, sourceId: source.id, every: '', allowShrink: allowShrink ? 'yes' : '' }, 0);
    },
    start: async (workspaceId) => {
      const queue = await open();
      for (let after: string | undefined; ;) {
        const page = await pageOfSources(database, workspaceId, { first: 100, after });
        for (const source of page.nodes) await keep(workspaceId, source);
        if (!page.hasNextPage || page.endCursor === null) break;
        after = page.endCursor;
      }
      await queue.work(async (data) => work(data as unknown as Item));
    },
    stop: async () => {
      stopping.abort();
      await (await opened?.catch(() => undefined))?.stop();
    },
  };
}

const secondsUntil = (date: Date | null): number =>
  date === null ? 0 : Math.max(0, (date.getTime() - Date.now()) / 1_000);

/**
 * What goes wrong is noted with the source, and the next reading may go well. A database that is away is waited for by
 * the queue, which hands the item out again.
 */
async function readOnce(
  { log, read }: ScheduleParts,
  workspaceId: string,
  source: Source,
  options: ReadAgainOptions,
): Promise<void> {
  try {
    const { job, files } = await read(workspaceId, source, options);
    const held = files.filter(({ decision }) => decision === 'HELD').length;
    if (job || held > 0) log.info('source read', { source: source.name, ...job?.counts, held });
  } catch (error) {
    if (isCandorError(error, 'CANCELLED') || isCandorError(error, 'DATABASE_UNREACHABLE')) throw error;
    // Another process is at it.
    if (isCandorError(error, 'OVERLOADED')) return;
    log.warn('source not read; it is read at its next time', { source: source.name, error: messageOf(error) });
  }
}
