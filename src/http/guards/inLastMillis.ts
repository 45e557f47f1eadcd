import type { AskEvent } from '../../agent/state/events.ts';
import type { App } from '../../app/app.ts';

/** A question ends within 250 ms of its budget, and its loop may take 200 of them (`agent/runs/recordRun.ts`). */
const graceMillis = 200;
const leastMillis = 40;

/**
 * Waits for a last write of a question whose loop has ended, as long as its time allows; the write itself continues. The
 * embedded database cannot be unreachable, and statements of others may hold it up: it has all the time it needs.
 * @param startedAt when the question began, by `performance.now()`
 * @param last its last event, which knows its budget; undefined: there was none
 * @throws OVERLOADED, DATABASE_UNREACHABLE; whatever the write throws
 */
export async function inLastMillis<T>(
  { config, lateDatabase }: App,
  startedAt: number,
  last: AskEvent | undefined,
  write: Promise<T>,
): Promise<T> {
  if (config.databaseUrl === undefined) return write;
  const end = startedAt + (last?.budgetMillis ?? 0) + graceMillis;
  let timer: NodeJS.Timeout | undefined;
  const began = performance.now();
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(lateDatabase(performance.now() - began)),
      Math.max(leastMillis, end - performance.now()),
    );
  });
  write.catch(() => undefined);
  try {
    return await Promise.race([write, late]);
  } finally {
    clearTimeout(timer);
  }
}
