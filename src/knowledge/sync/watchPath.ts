import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { watch } from 'chokidar';

/** An editor writes a file in several steps, a checkout hundreds of files: one round for all of them. */
const settleMillis = 500;

/**
 * Yields once for each burst of changes below a path, when it has settled. Ends when `signal` aborts.
 * What changed is not told: the next comparison finds it, also what was missed while it ran.
 */
export async function* watchPath(path: string, signal: AbortSignal): AsyncGenerator<void> {
  const watcher = watch(path, {
    ignoreInitial: true,
    ignored: (name) => /(?:^|[\\/])(?:node_modules|\.[^\\/.][^\\/]*)(?:[\\/]|$)/.test(name.slice(path.length)),
  });
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const changes = { pending: false };
  watcher.on('all', () => {
    changes.pending = true;
  });
  try {
    while (!signal.aborted) {
      if (!changes.pending) await once(watcher, 'all', { signal: either });
      while (changes.pending) {
        changes.pending = false;
        await wait(settleMillis, undefined, { signal: either });
      }
      yield;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop.abort();
    await watcher.close();
  }
}
