import type { App, SyncResult } from '../app/app.ts';
import { pause } from '../clock.ts';
import { CandorError, readingStopped } from '../errors.ts';
import type { IngestedDocument, IngestStep } from '../knowledge/document.ts';
import { watchPath } from '../knowledge/sync/syncPath.ts';
import { rclonePrefix } from '../knowledge/sync/remoteReader.ts';
import { type SiteOptions, sitePrefix } from '../knowledge/sync/site/readSite.ts';
import type { SyncOptions, SyncRunOptions } from '../knowledge/sync/syncSource.ts';
import type { Caller } from '../workspaces/caller.ts';
import type { CommandContext } from './command.ts';
import { formatSeconds } from './terminal.ts';
import { formatTable } from './output/table.ts';

/** A source to sync, and the caller who syncs it. */
export interface SyncTask {
  readonly app: App;
  readonly caller: Caller;
  /** A local path, `rclone:REMOTE:PATH` or `site:URL`. */
  readonly path: string;
  /** A source that is there, which is read as it was last read; left out: the options say how. */
  readonly named?: string;
  readonly options: Omit<SyncOptions, 'signal' | 'onProgress'> & Pick<SiteOptions, 'maxPages' | 'perSecond'>;
}

const secondsIn: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

/** How often a source is read, from what a person writes; null: no more by itself. @throws BAD_INPUT */
export function everySeconds(text: string): number | null {
  if (text === 'never') return null;
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const seconds = Number(number) * (secondsIn[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new CandorError('BAD_INPUT', `"${text}" is no time.`, {
    remedy: 'Give minutes, hours or days: 15m, 6h, 1d; never ends it.',
  });
}

/** Whether a word names a source elsewhere, and no local path. */
export const namesSource = (word: string): boolean => word.startsWith(rclonePrefix) || word.startsWith(sitePrefix);

/** Compares a source with what was ingested from it, then processes the differences, with progress. */
export async function syncWithProgress(
  task: SyncTask,
  { signal, progress }: Pick<CommandContext, 'signal' | 'progress'>,
): Promise<SyncOutcome> {
  const results: IngestedDocument[] = [];
  const shown = progress('Ingesting', null);
  let total = 0;
  let stored = 0;
  try {
    const { app, caller, path, named } = task;
    const options: SyncRunOptions = {
      ...task.options,
      signal,
      onProgress: (file, done, files) => {
        shown.update(done, `comparing ${file}`, files);
      },
      onPlan: (plan) => {
        total = plan.files.filter(({ decision }) => decision === 'NEW' || decision === 'CHANGED').length;
      },
      onStep: (step) => {
        if (total > 0) shown.update(stored, stepText(step), Math.max(total, stored));
      },
      onDocument: ({ documents, current }) => {
        stored = documents;
        shown.update(documents, current, Math.max(total, documents));
      },
      onItem: (item) => {
        results.push(...item.results);
      },
    };
    const read = () => {
      if (named !== undefined) return app.sources.readAgain(caller, named, options);
      return namesSource(path) ? app.sources.sync(caller, path, options) : app.jobs.syncPath(caller, path, options);
    };
    const result = await read();
    return { result, results };
  } finally {
    shown.finish();
  }
}

/** E.g. `embedding 1200 of 8900 · big.md`. */
function stepText({ phase, current, done, total }: IngestStep): string {
  return `${phase.toLowerCase()}${total === null ? '' : ` ${done ?? 0} of ${total}`} · ${current}`;
}

/**
 * Embeds all stored text with the configured model, with progress.
 * @returns the number of windows
 */
export async function reEmbedWithProgress(
  app: App,
  caller: Caller,
  { signal, progress }: Pick<CommandContext, 'signal' | 'progress'>,
): Promise<number> {
  const shown = progress('Embedding again', null);
  try {
    const { windowCount } = await app.knowledge.reEmbed(caller, {
      signal,
      onProgress: ({ done, total, current }) => shown.update(done, current, total),
    });
    return windowCount;
  } finally {
    shown.finish();
  }
}

/** Is notified of the rounds of a watched folder. */
export interface RoundListener {
  /** Called for each round that had work. */
  onRound(taken: SyncOutcome): void;
  /** Called for each round that failed; it is tried again. */
  onFault(error: unknown): void;
}

/** A database that was unavailable may be back by then. */
const retryMillis = 30_000;

/**
 * Ingests each further change until the signal aborts. What fails is retried until it works: a watch goes on for days,
 * and the user who started it is not looking.
 */
export async function follow(
  task: SyncTask,
  context: Pick<CommandContext, 'signal' | 'progress'>,
  listener: RoundListener,
): Promise<void> {
  for await (const _change of watchPath(task.path, context.signal)) await syncUntilDone(task, context, listener);
}

/**
 * Reads a source again and again until the signal aborts. What fails is read at the next turn. What a person has
 * confirmed, holds for the reading that they saw.
 */
export async function readEvery(
  task: SyncTask,
  seconds: number,
  context: Pick<CommandContext, 'signal' | 'progress'>,
  listener: RoundListener,
): Promise<void> {
  const options = { ...task.options, allowEmpty: false, allowShrink: false };
  for (;;) {
    try {
      await pause(1_000 * seconds, context.signal, readingStopped);
      const taken = await syncWithProgress({ ...task, options }, context);
      if (taken.result.job || taken.result.files.some(({ decision }) => decision === 'HELD')) listener.onRound(taken);
    } catch (error) {
      if (context.signal.aborted) return;
      listener.onFault(error);
    }
  }
}

/**
 * Compares and processes the differences until that has succeeded once.
 * @throws CandorError CANCELLED if the signal aborts
 */
export async function syncUntilDone(
  task: SyncTask,
  context: Pick<CommandContext, 'signal' | 'progress'>,
  listener: RoundListener,
  pauseMillis = retryMillis,
): Promise<void> {
  for (;;) {
    try {
      const taken = await syncWithProgress(task, context);
      if (taken.result.job) listener.onRound(taken);
      return;
    } catch (error) {
      if (context.signal.aborted) throw error;
      listener.onFault(error);
      await pause(pauseMillis, context.signal, () => new CandorError('CANCELLED', 'Watching was stopped.'));
    }
  }
}

/** What a synchronisation did, with the result for each document of the files that differed. */
export interface SyncOutcome {
  readonly result: SyncResult;
  readonly results: readonly IngestedDocument[];
}

/** The same in JSON. */
export function syncJson({ result, results }: SyncOutcome) {
  const { job, skipped, rowsWritten, files } = result;
  const counts = countsOf({ result, results });
  return {
    createdCount: counts.created,
    updatedCount: counts.updated,
    unchangedCount: counts.unchanged,
    movedCount: counts.moved,
    deletedCount: counts.deleted,
    failedCount: counts.failed,
    heldCount: files.filter(({ decision }) => decision === 'HELD').length,
    skippedCount: skipped.length,
    rowsWritten,
    results,
    files,
    skipped,
    timings: job?.timings ?? null,
    jobId: job?.id ?? null,
    state: job?.state ?? null,
  };
}

export function countsOf({ result: { job, files } }: SyncOutcome) {
  const untouched = files.filter((file) => file.decision === 'UNCHANGED').length;
  const failedBefore = files.filter((file) => file.decision === 'FAILED').length;
  const { created = 0, updated = 0, unchanged = 0, moved = 0, deleted = 0, failed = 0 } = job?.counts ?? {};
  return { created, updated, unchanged: untouched + unchanged, moved, deleted, failed: failed + failedBefore };
}

/** What a reading would do, and has not done. */
export function planText({ result: { files, skipped } }: SyncOutcome): string {
  const work = files.filter(({ decision }) => decision !== 'UNCHANGED');
  return [
    ...work.map(({ path, decision, reason }) => `${decision.padEnd(8)}  ${path}: ${reason}`),
    ...skipped.map(({ path, reason }) => `SKIPPED   ${path}: ${reason}`),
    `${work.length} of ${files.length} differ. Nothing was written.`,
  ].join('\n');
}

export function syncText(outcome: SyncOutcome): string {
  const { result, results } = outcome;
  const counts = { ...countsOf(outcome), skipped: result.skipped.length };
  const table = formatTable(
    [{ title: 'documents' }, { title: 'count', align: 'right' }],
    Object.entries(counts).map(([name, count]) => [name, String(count)]),
  );
  const lines = [
    ...results.flatMap(({ key, error }) => (error ? [`Failed: ${key}: ${error.message} ${error.remedy}`] : [])),
    ...result.files
      .filter((file) => file.decision === 'FAILED')
      .map((file) => `Failed before, and not changed since: ${file.path}: ${file.reason}`),
    ...result.files
      .filter((file) => file.decision === 'MOVED' || file.decision === 'DELETED' || file.decision === 'HELD')
      .map((file) => `${titled[file.decision] ?? file.decision}: ${file.path}: ${file.reason}`),
    ...result.skipped.map(({ path, reason }) => `Skipped: ${path}: ${reason}`),
    ...(result.job?.error ? [`The ingestion failed: ${result.job.error.message} ${result.job.error.remedy}`] : []),
  ];
  return [table, ...lines, closingLine(result)].join('\n');
}

const titled: Readonly<Record<string, string>> = {
  MOVED: 'Moved',
  DELETED: 'Deleted',
  HELD: 'Held, with --allow-shrink deleted',
};

function closingLine({ job, rowsWritten }: SyncResult): string {
  if (!job) return `Nothing has changed: ${rowsWritten} rows written.`;
  if (!job.timings) return `${rowsWritten} rows written.`;
  const { totalMillis, parseMillis, chunkMillis, embedMillis, storeMillis } = job.timings;
  const share = (millis: number) => `${Math.round((100 * millis) / Math.max(1, totalMillis))} %`;
  return `${rowsWritten} rows written in ${formatSeconds(totalMillis / 1_000)}: embedding ${share(embedMillis)}, storing ${share(storeMillis)}, reading ${share(parseMillis)}, cutting ${share(chunkMillis)} of the time, some of it at once.`;
}
