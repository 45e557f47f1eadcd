import type { App } from '../app.ts';
import { pause } from '../clock.ts';
import { CandorError } from '../errors.ts';
import type { IngestedDocument } from '../knowledge/document.ts';
import { type SyncOptions, watchPath } from '../knowledge/sync/syncPath.ts';
import type { Caller } from '../workspaces/caller.ts';
import type { CommandContext } from './command.ts';
import type { SyncOutcome } from './output/syncText.ts';

/** A folder to bring in step, and who does it. */
export interface SyncTask {
  readonly app: App;
  readonly caller: Caller;
  readonly path: string;
  readonly options: Pick<SyncOptions, 'facts' | 'allowEmpty'>;
}

/** Compares a file or folder with what was taken in from it, then works on what differs, with progress. */
export async function takeIn(
  task: SyncTask,
  { signal, progress }: Pick<CommandContext, 'signal' | 'progress'>,
): Promise<SyncOutcome> {
  const results: IngestedDocument[] = [];
  const shown = progress('Ingesting', null);
  let total = 0;
  try {
    const result = await task.app.jobs.syncPath(task.caller, task.path, {
      ...task.options,
      signal,
      onProgress: (file, done, files) => {
        shown.update(done, `comparing ${file}`, files);
      },
      onPlan: (plan) => {
        total = plan.files.filter(({ decision }) => decision === 'NEW' || decision === 'CHANGED').length;
      },
      onDocument: ({ documents, current }) => {
        shown.update(documents, current, Math.max(total, documents));
      },
      onItem: (item) => {
        results.push(...item.results);
      },
    });
    return { result, results };
  } finally {
    shown.finish();
  }
}

/** Who is told of what a watched folder brings. */
export interface RoundListener {
  /** Of the rounds that had work. */
  onRound(taken: SyncOutcome): void;
  /** Of a round that failed, which is tried again. */
  onFault(error: unknown): void;
}

/** A database that was away may be back by then. */
const retryMillis = 30_000;

/**
 * Brings each further change in, until the signal aborts. What fails is tried again until it works: a watch goes on for
 * days, and whoever started it looks elsewhere.
 */
export async function follow(
  task: SyncTask,
  context: Pick<CommandContext, 'signal' | 'progress'>,
  told: RoundListener,
): Promise<void> {
  for await (const _change of watchPath(task.path, context.signal)) await bringInStep(task, context, told);
}

/** Compares and works on what differs until that has worked once. @throws CandorError CANCELLED when the signal aborts */
export async function bringInStep(
  task: SyncTask,
  context: Pick<CommandContext, 'signal' | 'progress'>,
  told: RoundListener,
  pauseMillis = retryMillis,
): Promise<void> {
  for (;;) {
    try {
      const taken = await takeIn(task, context);
      if (taken.result.job) told.onRound(taken);
      return;
    } catch (error) {
      if (context.signal.aborted) throw error;
      told.onFault(error);
      await pause(pauseMillis, context.signal, () => new CandorError('CANCELLED', 'Watching was stopped.'));
    }
  }
}
