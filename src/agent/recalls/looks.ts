/** The looks of one process at answers whose documents have changed, in the background. */
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { lookAgain } from './lookAgain.ts';

export interface Looks {
  /** Looks now, or once more when the look that is at work is over. */
  begin(workspaceId: string): void;
  /** The same, at most once a minute: what ends by its date is found by whoever asks or reads. */
  beginSometimes(workspaceId: string): void;
  /** Looks, and resolves when all that had changed before is looked at. @throws what the look threw */
  finish(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

const sometimesMillis = 60_000;

/**
 * A look works about a tenth of the time, so that whoever ingests or asks meanwhile notices little of it. What it waited
 * for others counts as work, hence the limit.
 */
const restPerWork = 9;
const longestRest = 500;

interface AtWork {
  readonly over: Promise<void>;
  /** Aborted when somebody waits for the look: then it rests no more. */
  readonly awaited: AbortController;
  again: boolean;
}

export function createLooks({ database, log }: { readonly database: Database; readonly log: Log }): Looks {
  const stopping = new AbortController();
  const atWork = new Map<string, AtWork>();
  const begun = new Map<string, number>();
  const look = async (workspaceId: string, { signal: awaited }: AbortController): Promise<void> => {
    const wake = AbortSignal.any([awaited, stopping.signal]);
    const rest = async (workedMillis: number) => {
      // Woken, it goes on at once.
      await wait(Math.min(workedMillis * restPerWork, longestRest), undefined, { signal: wake, ref: false }).catch(
        () => undefined,
      );
    };
    try {
      do {
        const own = atWork.get(workspaceId);
        if (own) own.again = false;
        begun.set(workspaceId, performance.now());
        await lookAgain(database, workspaceId, { signal: stopping.signal, rest });
      } while (atWork.get(workspaceId)?.again && !stopping.signal.aborted);
    } finally {
      atWork.delete(workspaceId);
    }
  };
  const start = (workspaceId: string): AtWork => {
    const known = atWork.get(workspaceId);
    if (known) {
      known.again = true;
      return known;
    }
    const awaited = new AbortController();
    // A turn later, so that it stands in the map before it begins.
    const over = Promise.resolve().then(() => look(workspaceId, awaited));
    const started = { over, awaited, again: false };
    atWork.set(workspaceId, started);
    return started;
  };
  const begin = (workspaceId: string): void => {
    if (stopping.signal.aborted) return;
    start(workspaceId).over.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn('answers were not looked at again', { error: messageOf(error) });
    });
  };
  return {
    begin,
    beginSometimes: (workspaceId) => {
      const last = begun.get(workspaceId);
      if (last === undefined || performance.now() - last >= sometimesMillis) begin(workspaceId);
    },
    finish: (workspaceId) => {
      const { over, awaited } = start(workspaceId);
      awaited.abort();
      return over;
    },
    stop: async () => {
      stopping.abort();
      await Promise.allSettled([...atWork.values()].map(({ over }) => over));
    },
  };
}
