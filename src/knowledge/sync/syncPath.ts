import { watch } from 'chokidar';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { CandorError } from '../../errors.ts';
import type { DocumentFacts } from '../document.ts';
import { canonicalVersion } from '../ingest/canonical.ts';
import { type FoundFile, type FoundFiles, hashFile, listFiles, type SkippedPath } from '../ingest/readPath.ts';
import {
  createJob,
  type IngestJob,
  type JobDraft,
  type JobParts,
  type JobRef,
  type RunJobOptions,
} from '../jobs/job.ts';
import { supersedeJobs } from '../jobs/jobs.sql.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { leaseOwner, runJob } from '../jobs/runJob.ts';
import { claimSource, type FileStamp, type ManifestFile, readManifest, type SyncDecision } from './manifest.ts';

export interface SyncOptions {
  /** Applied to each document, unless the document itself says otherwise. */
  readonly facts?: DocumentFacts | undefined;
  /**
   * Whether an empty folder means that everything in it was deleted. Default false: an empty folder is rejected,
   * because the disk may be missing.
   */
  readonly allowEmpty?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((file: string, done: number, total: number) => void) | undefined;
}

/** The work that a folder needs, and the job that does it; null if there is none. */
interface SyncPlan {
  readonly root: string;
  readonly files: readonly PlannedFile[];
  readonly skipped: readonly SkippedPath[];
  readonly job: JobRef | null;
}

/**
 * Compares a file or folder by its bytes with what was ingested from it, and creates a job for the differences. Without
 * differences nothing is written. The new job includes what an earlier job left undone.
 * @throws BAD_INPUT for a path that cannot be read, or a folder that is suddenly empty
 */
async function planPath(
  parts: Pick<JobParts, 'database' | 'ocr'>,
  workspaceId: string,
  path: string,
  options: SyncOptions = {},
): Promise<SyncPlan> {
  const found = await listFiles(path);
  const known = await readManifest(parts.database, workspaceId, found.root);
  const manifest = known?.files ?? [];
  assertNotEmptied(found, manifest, options);
  const stamps = await stampFiles(found.files, options, parts.ocr);
  const files = planSync(
    manifest,
    [...stamps].map(([file, { contentHash }]) => ({ path: file, contentHash })),
  );
  const work = files.filter((file) => isWork(file));
  if (work.length === 0) return { root: found.root, files, skipped: found.skipped, job: null };
  const paths = new Map(found.files.map((file) => [file.key, file.path]));
  const jobId = await parts.database.inWorkspace(workspaceId, async (transaction) => {
    const sourceId = await claimSource(transaction, workspaceId, found.root);
    await transaction.query(supersedeJobs, {
      workspaceId,
      sourceId,
      now: new Date(),
      owner: parts.database.kind === 'embedded' ? leaseOwner : null,
    });
    return createJob(transaction, workspaceId, {
      label: found.root,
      sourceId,
      facts: options.facts ?? {},
      items: work.map((file) => itemOf(file, stamps, paths)),
    });
  });
  return { root: found.root, files, skipped: found.skipped, job: { workspaceId, jobId } };
}

type Stamp = Omit<FileStamp, 'decision'>;

/** Files that may contain scanned pages. */
const mayHoldPictures = /\.(?:pdf|eml|msg|png|jpe?g)$/i;

/**
 * Hashes files. The hash includes the options and the parsers' version, and for files that may hold pictures also
 * whether these are recognised. If one of them changes, such files are read again.
 */
async function stampFiles(
  files: readonly FoundFile[],
  options: SyncOptions,
  ocr: string | undefined,
): Promise<Map<string, Stamp>> {
  const salt = `${canonicalVersion}:${createHash('sha256')
    .update(JSON.stringify(options.facts ?? {}))
    .digest('hex')
    .slice(0, 8)}`;
  const stamps = new Map<string, Stamp>();
  for (const [position, file] of files.entries()) {
    if (options.signal?.aborted) throw new CandorError('CANCELLED', 'Reading was stopped.');
    stamps.set(file.key, {
      contentHash: `${salt}:${ocr && mayHoldPictures.test(file.key) ? `${ocr}:` : ''}${await hashFile(file.path)}`,
      size: file.size,
      modifiedAt: file.modifiedAt.toISOString(),
    });
    options.onProgress?.(file.key, position + 1, files.length);
  }
  return stamps;
}

function itemOf(
  file: PlannedFile,
  stamps: ReadonlyMap<string, Stamp>,
  paths: ReadonlyMap<string, string>,
): JobDraft['items'][number] {
  const stamp = stamps.get(file.path);
  if (!stamp) return { name: file.path, action: 'DELETE', source: { kind: 'GONE' }, reason: file.reason };
  if (file.from !== undefined)
    return {
      name: file.path,
      action: 'MOVE',
      source: { kind: 'MOVED', from: file.from, decision: file.decision, ...stamp },
      reason: file.reason,
    };
  return {
    name: file.path,
    action: 'INGEST',
    source: { kind: 'FILE', path: paths.get(file.path) ?? '', decision: file.decision, ...stamp },
    reason: file.reason,
  };
}

function assertNotEmptied(found: FoundFiles, manifest: readonly ManifestFile[], options: SyncOptions): void {
  if (found.files.length > 0 || manifest.length === 0 || options.allowEmpty) return;
  throw new CandorError(
    'BAD_INPUT',
    `${found.root} holds no file that can be read; ${manifest.length} were ingested from it before. Nothing was deleted.`,
    {
      details: { root: found.root, before: manifest.length },
      remedy: 'Check that the disk is mounted. If all of it should go, run the command again with --allow-empty.',
    },
  );
}

/** A folder after synchronisation. */
export interface SyncResult extends Omit<SyncPlan, 'job'> {
  /** The job that ingested the files that differed; null if none did. */
  readonly job: IngestJob | null;
  /** The rows that this process has written since the call began. */
  readonly rowsWritten: number;
}

export interface SyncPathOptions extends SyncOptions, Pick<RunJobOptions, 'onStep' | 'onDocument' | 'onItem'> {
  readonly onPlan?: ((plan: SyncPlan) => void) | undefined;
}

/**
 * Ingests what has changed, moved or gone in a file or folder. The job runs here and does not go to the queue, because
 * only this machine has the files. If the process is killed, the next call finds the remaining work by comparing again.
 * @throws BAD_INPUT, EMBEDDER_MISMATCH before anything is written; CANCELLED
 */
export async function syncPath(
  parts: JobParts,
  jobs: Pick<Jobs, 'find'>,
  workspaceId: string,
  path: string,
  options: SyncPathOptions = {},
): Promise<SyncResult> {
  const before = parts.database.rowsWritten();
  const rowsWritten = () => parts.database.rowsWritten() - before;
  const plan = await planPath(parts, workspaceId, path, options);
  options.onPlan?.(plan);
  if (!plan.job) return { ...plan, job: null, rowsWritten: rowsWritten() };
  await runJob(parts, plan.job, options);
  await parts.afterJob?.(plan.job, options.signal);
  return { ...plan, job: (await jobs.find(workspaceId, plan.job.jobId)) ?? null, rowsWritten: rowsWritten() };
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

/** A file as it is now. */
interface HashedFile {
  readonly path: string;
  readonly contentHash: string;
}

/** What to do with a file, and why. UNCHANGED and FAILED (not retried) are left alone. */
export interface PlannedFile {
  readonly path: string;
  readonly decision: SyncDecision;
  readonly reason: string;
  /** Where a moved file was. */
  readonly from?: string;
}

export const isWork = (planned: PlannedFile): boolean =>
  planned.decision !== 'UNCHANGED' && planned.decision !== 'FAILED';

/**
 * Compares a folder with what was ingested from it. Bytes identify a file: a new path with the bytes of a missing path
 * has moved. The result is in the order of `files`, deletions last.
 */
export function planSync(manifest: readonly ManifestFile[], files: readonly HashedFile[]): PlannedFile[] {
  const before = new Map(manifest.map((file) => [file.path, file]));
  const present = new Set(files.map((file) => file.path));
  const gone = manifest.filter((file) => !present.has(file.path));
  const orphans = new Map(
    gone.filter((file) => file.decision !== 'FAILED').map((file) => [file.contentHash, file.path]),
  );
  const moved = new Set<string>();
  const planned = files.map((file): PlannedFile => {
    const known = before.get(file.path);
    if (known) return compare(file, known);
    const from = orphans.get(file.contentHash);
    if (from === undefined) return { path: file.path, decision: 'NEW', reason: 'not ingested before' };
    orphans.delete(file.contentHash);
    moved.add(from);
    return { path: file.path, decision: 'MOVED', reason: `the same bytes were at ${from}`, from };
  });
  const deleted = gone
    .filter((file) => !moved.has(file.path))
    .map((file): PlannedFile => ({ path: file.path, decision: 'DELETED', reason: 'no longer in the folder' }));
  return [...planned, ...deleted];
}

function compare(file: HashedFile, known: ManifestFile): PlannedFile {
  if (file.contentHash !== known.contentHash)
    return { path: file.path, decision: 'CHANGED', reason: 'its bytes differ from those ingested' };
  if (known.decision === 'FAILED') return { path: file.path, decision: 'FAILED', reason: known.reason };
  return { path: file.path, decision: 'UNCHANGED', reason: 'the same bytes' };
}
