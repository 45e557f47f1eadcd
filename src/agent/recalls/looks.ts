/** The looks of one process at answers whose documents have changed, in the background. */
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

interface AtWork {
  readonly over: Promise<void>;
  again: boolean;
}

export function createLooks({ database, log }: { readonly database: Database; readonly log: Log }): Looks {
  const stopping = new AbortController();
  const atWork = new Map<string, AtWork>();
  const begun = new Map<string, number>();
  const work = async (workspaceId: string): Promise<void> => {
    try {
      do {
        const own = atWork.get(workspaceId);
        if (own) own.again = false;
        begun.set(workspaceId, performance.now());
        await lookAgain(database, workspaceId, stopping.signal);
      } while (atWork.get(workspaceId)?.again && !stopping.signal.aborted);
    } finally {
      atWork.delete(workspaceId);
    }
  };
  const start = (workspaceId: string): Promise<void> => {
    const known = atWork.get(workspaceId);
    if (known) {
      known.again = true;
      return known.over;
    }
    // A turn later, so that it stands in the map before it begins.
    const over = Promise.resolve().then(() => work(workspaceId));
    atWork.set(workspaceId, { over, again: false });
    return over;
  };
  const begin = (workspaceId: string): void => {
    if (stopping.signal.aborted) return;
    start(workspaceId).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn('answers were not looked at again', { error: messageOf(error) });
    });
  };
  return {
    begin,
    beginSometimes: (workspaceId) => {
      const last = begun.get(workspaceId);
      if (last === undefined || performance.now() - last >= sometimesMillis) begin(workspaceId);
    },
    finish: start,
    stop: async () => {
      stopping.abort();
      await Promise.allSettled([...atWork.values()].map(({ over }) => over));
    },
  };
}
