import type { Database } from '../../db/database.ts';
import { CandorError, isCandorError } from '../../errors.ts';
import type { DocumentFacts } from '../document.ts';
import { userError } from '../ingest/ingest.ts';
import type { SkippedPath } from '../ingest/readPath.ts';
import {
  createJob,
  type IngestJob,
  type ItemBytes,
  type JobDraft,
  type JobParts,
  type JobRef,
  type RunJobOptions,
} from '../jobs/job.ts';
import { supersedeJobs } from '../jobs/jobs.sql.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { leaseOwner, runJob } from '../jobs/runJob.ts';
import { holdSource, type SourceHold } from './holdSource.ts';
import { type FileNote, type FileStamp, filesOf, type ManifestFile } from './manifest.ts';
import { holdShrinking, isWork, type PlannedFile, planSync } from './planSync.ts';
import { noteFiles } from './sources.sql.ts';
import {
  claimSource,
  noteResult,
  type ReadingOptions,
  resultOf,
  type Source,
  sourceAt,
  type SourceDraft,
  type SourceResult,
} from './sources.ts';

export interface SyncOptions {
  /** Applied to each document, unless the document itself says otherwise. */
  readonly facts?: DocumentFacts | undefined;
  /**
   * Whether an empty source means that everything in it was deleted. Default false: an empty one is rejected, because
   * the disk or the store may be missing.
   */
  readonly allowEmpty?: boolean | undefined;
  /** Whether more than a third may be deleted at once. Default false: it is held. A local folder needs no leave. */
  readonly allowShrink?: boolean | undefined;
  /** Only says what would be done. */
  readonly dryRun?: boolean | undefined;
  readonly name?: string | undefined;
  /** How often the source is read from now on; null: when somebody asks for it. Default: as before. */
  readonly everySeconds?: number | null | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((file: string, done: number, total: number) => void) | undefined;
}

export interface SyncRunOptions extends SyncOptions, Pick<RunJobOptions, 'onStep' | 'onDocument' | 'onItem'> {
  readonly onPlan?: ((plan: SyncPlan) => void) | undefined;
}

/** A file that a source has now, and how the job gets at its bytes; null: nothing of it differs, so it is not read. */
export interface ListedFile {
  readonly path: string;
  readonly stamp: Omit<FileStamp, 'decision'>;
  readonly bytes: ItemBytes | null;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** What was ingested before and could not be looked at: it stays. */
  readonly kept?: ReadonlySet<string> | undefined;
  readonly skipped: readonly SkippedPath[];
  /** What is noted of files that stay as they are. */
  readonly notes?: ReadonlyMap<string, FileNote> | undefined;
}

/** Lists one source. It has what it holds, such as a folder of fetched pages, until it is closed. */
export interface SourceReader {
  readonly draft: Pick<SourceDraft, 'root' | 'kind'> & Pick<ReadingOptions, 'maxPages' | 'perSecond'>;
  /** @throws whatever keeps it from knowing what there is: then nothing is deleted */
  list(known: readonly ManifestFile[], options: SyncOptions): Promise<Listing>;
  close?(): Promise<void>;
}

/** The work that a source needs, and the job that does it; null if there is none. */
interface SyncPlan {
  readonly root: string;
  readonly files: readonly PlannedFile[];
  readonly skipped: readonly SkippedPath[];
  readonly job: JobRef | null;
}

/** A source after synchronisation. */
export interface SyncResult extends Omit<SyncPlan, 'job'> {
  /** The job that ingested the files that differed; null if none did. */
  readonly job: IngestJob | null;
  /** The rows that this process has written since the call began, but for the note that the source was read. */
  readonly rowsWritten: number;
}

/**
 * Ingests what is new, changed, moved or gone in a source. The job runs here and does not go to the queue, because only
 * this machine can read it. If the process is killed, the next call finds the remaining work by comparing again.
 * @throws BAD_INPUT, EMBEDDER_MISMATCH before anything is written; CANCELLED; what `reader` throws
 */
export async function syncSource(
  parts: JobParts,
  jobs: Pick<Jobs, 'find'>,
  workspaceId: string,
  reader: SourceReader,
  options: SyncRunOptions = {},
): Promise<SyncResult> {
  const { database } = parts;
  const { root, kind } = reader.draft;
  // A folder is read by whoever watches it, as ever.
  const hold = options.dryRun || kind === 'FOLDER' ? undefined : await holdSource(database, workspaceId, root);
  const before = database.rowsWritten();
  try {
    const own = { ...options, ...(hold && heldOptions(hold, options)) };
    const plan = await planSource(parts, workspaceId, reader, own, hold);
    own.onPlan?.(plan);
    if (plan.job) {
      await runJob(parts, plan.job, own);
      await parts.afterJob?.(plan.job, own.signal);
    }
    const job = (plan.job && (await jobs.find(workspaceId, plan.job.jobId))) ?? null;
    const rowsWritten = database.rowsWritten() - before - (hold?.rowsWritten() ?? 0);
    const { failed } = job?.counts ?? {};
    if (!own.dryRun) await note(parts, workspaceId, root, resultOf(plan.files, { failed, error: job?.error }));
    return { ...plan, job, rowsWritten };
  } catch (error) {
    if (!options.dryRun && !isCandorError(error, 'CANCELLED'))
      await note(parts, workspaceId, root, resultOf([], { error: userError(error) })).catch(() => undefined);
    throw error;
  } finally {
    await hold?.release();
    await reader.close?.();
  }
}

/** A reading that ends when another process has its source, and says to the hold how far it is. */
function heldOptions(
  hold: SourceHold,
  { signal, onProgress }: SyncOptions,
): Pick<SyncOptions, 'signal' | 'onProgress'> {
  return {
    signal: signal ? AbortSignal.any([signal, hold.lost]) : hold.lost,
    onProgress: (file, done, total) => {
      hold.note(done, total);
      onProgress?.(file, done, total);
    },
  };
}

async function note({ database }: JobParts, workspaceId: string, root: string, result: SourceResult): Promise<void> {
  await database.inWorkspace(workspaceId, async (transaction) => {
    const source = await sourceAt(transaction, workspaceId, root);
    if (source) await noteResult(transaction, workspaceId, source, result);
  });
}

/** Returns what was ingested from a root; undefined: nothing yet. */
async function readManifest(
  database: Database,
  workspaceId: string,
  root: string,
): Promise<{ readonly source: Source; readonly files: readonly ManifestFile[] } | undefined> {
  return database.inWorkspace(workspaceId, async (transaction) => {
    const source = await sourceAt(transaction, workspaceId, root);
    return source && { source, files: await filesOf(transaction, workspaceId, source.id) };
  });
}

/**
 * Compares a source with what was ingested from it, and creates a job for the differences. Without differences nothing
 * is written. The new job includes what an earlier job left undone.
 */
async function planSource(
  { database }: JobParts,
  workspaceId: string,
  reader: SourceReader,
  options: SyncOptions,
  hold: SourceHold | undefined,
): Promise<SyncPlan> {
  const { root, kind, maxPages, perSecond } = reader.draft;
  const known = await readManifest(database, workspaceId, root);
  const manifest = known?.files ?? [];
  const listing = await reader.list(manifest, options);
  const { kept = new Set(), notes = new Map<string, FileNote>() } = listing;
  // Of addresses that were given one by one each has been looked at twice: they are held as others are.
  if (kind !== 'FETCHED' && listing.files.length === 0 && kept.size === 0) assertNotEmptied(root, manifest, options);
  const compared = planSync(
    manifest.filter(({ path }) => !kept.has(path)),
    listing.files.map(({ path, stamp: { contentHash } }) => ({ path, contentHash })),
  );
  const allowShrink = kind === 'FOLDER' || options.allowShrink === true;
  const files = holdShrinking(compared, manifest, allowShrink);
  const plan = { root, files, skipped: listing.skipped, job: null };
  const work = files.filter((file) => isWork(file));
  if (options.dryRun || (work.length === 0 && kind === 'FOLDER')) return plan;
  const listed = new Map(listing.files.map((file) => [file.path, file]));
  const jobId = await database.inWorkspace(workspaceId, async (transaction) => {
    const { name, everySeconds } = options;
    // Who does not say who may read it leaves that as it was: what was for a few is never opened by leaving a flag out.
    const accessGroups = options.facts?.accessGroups ?? known?.source.accessGroups ?? [];
    const facts = { ...options.facts, ...(accessGroups.length > 0 && { accessGroups }) };
    const said = kind === 'FOLDER' ? {} : { options: { facts, maxPages, perSecond } };
    const draft = { root, kind, name, everySeconds, accessGroups, ...said };
    const { id: sourceId } = await claimSource(transaction, workspaceId, draft);
    await hold?.take(transaction);
    for (const [path, noted] of notes)
      await transaction.query(noteFiles, { workspaceId, sourceId, path, note: JSON.stringify(noted) });
    if (work.length === 0) return null;
    await transaction.query(supersedeJobs, {
      workspaceId,
      sourceId,
      now: new Date(),
      owner: database.kind === 'embedded' ? leaseOwner : null,
    });
    const items = work.map((file) => itemOf(file, listed.get(file.path)));
    return createJob(transaction, workspaceId, { label: root, sourceId, facts, items });
  });
  return { ...plan, job: jobId === null ? null : { workspaceId, jobId } };
}

function itemOf(file: PlannedFile, listed: ListedFile | undefined): JobDraft['items'][number] {
  const { path: name, decision, reason, from } = file;
  if (!listed) return { name, action: 'DELETE', source: { kind: 'GONE' }, reason };
  const { stamp, bytes } = listed;
  if (from !== undefined) return { name, action: 'MOVE', source: { kind: 'MOVED', from, decision, ...stamp }, reason };
  if (!bytes) throw new CandorError('INTERNAL', `${name} differs, and its reader has no bytes of it.`);
  return { name, action: 'INGEST', source: { ...bytes, decision, ...stamp }, reason };
}

function assertNotEmptied(root: string, manifest: readonly ManifestFile[], options: SyncOptions): void {
  if (manifest.length === 0 || options.allowEmpty) return;
  throw new CandorError(
    'BAD_INPUT',
    `${root} holds no file that can be read; ${manifest.length} were ingested from it before. Nothing was deleted.`,
    {
      details: { root, before: manifest.length },
      remedy:
        'Check that the disk is mounted, or that the store is the right one. If all of it should go, run the command again with --allow-empty.',
    },
  );
}
