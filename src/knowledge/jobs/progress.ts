import { messageOf } from '../../errors.ts';
import { createRate } from '../../stats.ts';
import type { IngestStep } from '../document.ts';
import type { JobParts, JobProgress, JobRef } from './job.ts';
import { noteProgress } from './jobs.sql.ts';

/** People see that something moves every two seconds; a row a second costs nothing beside what is ingested. */
const noteMillis = 1_000;
/** A rate over less than this says little. */
const leastMillis = 2_000;

export interface ProgressNotes {
  /** Keeps the step, and stores it within a second. @returns it with its estimate */
  note(step: IngestStep): JobProgress;
  stop(): void;
}

/**
 * Stores what a job is doing, at most once a second. What cannot be stored is left out: progress is no reason to fail.
 * @param onLost called when the job is no longer this process's: somebody has cancelled it
 */
export function createProgressNotes(
  parts: Pick<JobParts, 'database' | 'log'>,
  { workspaceId, jobId }: JobRef,
  leaseOwner: string,
  onLost: () => void,
): ProgressNotes {
  let latest: JobProgress | undefined;
  let phase = '';
  let since = 0;
  let rate = createRate();
  let isStoring = false;
  const store = async () => {
    if (!latest || isStoring) return;
    const progress = JSON.stringify(latest);
    latest = undefined;
    isStoring = true;
    try {
      const values = { workspaceId, jobId, leaseOwner, progress };
      const rows = await parts.database.inWorkspace(workspaceId, (transaction) =>
        transaction.query(noteProgress, values),
      );
      if (rows.length === 0) onLost();
    } catch (error) {
      parts.log.warn('progress not stored', { jobId, error: messageOf(error) });
    } finally {
      isStoring = false;
    }
  };
  const timer = setInterval(() => void store(), noteMillis);
  return {
    note(step) {
      const now = performance.now();
      const named = `${step.phase} ${step.current} ${step.total ?? ''}`;
      if (named !== phase) [phase, since, rate] = [named, now, createRate()];
      rate.note(step.done ?? 0, now);
      const perSecond = now - since < leastMillis ? 0 : rate.perSecond();
      return (latest = { ...step, secondsLeft: secondsLeft(step, perSecond) });
    },
    stop() {
      clearInterval(timer);
    },
  };
}

/** @param perSecond as lately; 0: not known yet */
function secondsLeft({ done, total }: IngestStep, perSecond: number): number | null {
  if (!done || total === null || perSecond === 0) return null;
  return Math.ceil((total - done) / perSecond);
}
