import { watch } from 'chokidar';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { CandorError, readingStopped } from '../../errors.ts';
import { type FoundFile, hashFile, listFiles } from '../ingest/readPath.ts';
import type { JobParts } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { saltOf } from './planSync.ts';
import {
  type ListedFile,
  type SourceReader,
  type SyncOptions,
  type SyncResult,
  type SyncRunOptions,
  syncSource,
} from './syncSource.ts';

/** Files that may contain scanned pages. */
const mayHoldPictures = /\.(?:pdf|eml|msg|png|jpe?g)$/i;

/**
 * Hashes files. The hash of files that may hold pictures includes whether these are recognised: if that changes, such
 * files are read again.
 */
async function stampFiles(
  files: readonly FoundFile[],
  options: SyncOptions,
  ocr: string | undefined,
): Promise<readonly ListedFile[]> {
  const salt = saltOf(options.facts);
  const listed: ListedFile[] = [];
  for (const [position, file] of files.entries()) {
    if (options.signal?.aborted) throw readingStopped();
    listed.push({
      path: file.key,
      stamp: {
        contentHash: `${salt}:${ocr && mayHoldPictures.test(file.key) ? `${ocr}:` : ''}${await hashFile(file.path)}`,
        size: file.size,
        modifiedAt: file.modifiedAt.toISOString(),
      },
      bytes: { kind: 'FILE', path: file.path },
    });
    options.onProgress?.(file.key, position + 1, files.length);
  }
  return listed;
}

/**
 * Ingests what has changed, moved or gone in a file or folder, which is compared by its bytes.
 * @throws BAD_INPUT for a path that cannot be read, or a folder that is suddenly empty; as `syncSource`
 */
export async function syncPath(
  parts: JobParts,
  jobs: Pick<Jobs, 'find'>,
  workspaceId: string,
  path: string,
  options: SyncRunOptions = {},
): Promise<SyncResult> {
  const { root, files, skipped } = await listFiles(path);
  const reader: SourceReader = {
    draft: { root, kind: 'FOLDER' },
    list: async () => ({ files: await stampFiles(files, options, parts.ocr), skipped }),
  };
  return syncSource(parts, jobs, workspaceId, reader, options);
}

/** An editor writes a file in several steps, and a checkout writes hundreds of files: one round covers them all. */
const settleMillis = 500;

/**
 * Errors after which no more changes in a folder are reported: a system limit is reached. Any other error concerns a
 * single path.
 */
const exhausted: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/**
 * Yields once when watching starts, to cover earlier changes that were not reported, and once after each burst of
 * changes below a path has settled. Ends when `signal` aborts. It does not say what changed: the next comparison finds
 * that, including changes that were missed while it ran. A path that cannot be inspected counts as a change. For
 * example, the comparison skips two links that lead to each other; they must not end the watch, nor the process, as an
 * unhandled error event would.
 * @throws BAD_INPUT if the system can watch no more files
 */
export async function* watchPath(path: string, signal: AbortSignal): AsyncGenerator<void> {
  const watcher = watch(path, {
    ignoreInitial: true,
    ignored: (name) => /(?:^|[\\/])(?:node_modules|\.[^\\/.][^\\/]*)(?:[\\/]|$)/.test(name.slice(path.length)),
  });
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const news = new EventEmitter();
  const changes: { pending: boolean; fault?: NodeJS.ErrnoException } = { pending: false };
  const tell = () => {
    changes.pending = true;
    news.emit('change');
  };
  watcher.on('ready', tell);
  watcher.on('all', tell).on('error', (error) => {
    if (exhausted.has((error as NodeJS.ErrnoException).code)) changes.fault = error as NodeJS.ErrnoException;
    tell();
  });
  try {
    while (!signal.aborted) {
      if (!changes.pending) await once(news, 'change', { signal: either });
      while (changes.pending) {
        changes.pending = false;
        await wait(settleMillis, undefined, { signal: either });
      }
      if (changes.fault) throw watchFault(path, changes.fault);
      yield;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop.abort();
    await watcher.close();
  }
}

function watchFault(path: string, cause: NodeJS.ErrnoException): CandorError {
  return new CandorError('BAD_INPUT', `${path} cannot be watched any more (${cause.code}).`, {
    cause,
    remedy:
      'Raise how many files may be watched and open (fs.inotify.max_user_watches, ulimit -n), or watch a smaller folder.',
  });
}
