import { newId } from '../../db/id.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import type { IngestTimings } from '../document.ts';
import { userError } from '../ingest/ingest.ts';
import { endJob, releaseLease, renewLease, takeLease } from './jobs.sql.ts';
import { JobItems } from './jobItems.ts';
import type { JobParts, JobRef, RunJobOptions } from './job.ts';
import { reviveFacts } from './openItem.ts';

/** A process that died is noticed after this long. */
const leaseMillis = 60_000;
const renewMillis = 5_000;

/** Names this process among those that work on one database. */
export const leaseOwner = newId();

/**
 * Works on a job until it is over. Each item is noted in one transaction when its documents are stored, so a job that was killed goes on
 * with the items that are left; a document that was stored already is found unchanged.
 * @returns false when the job is over already, or another process has it
 * @throws CANCELLED when `signal` aborts: the job is given back and goes on later
 */
export async function runJob(parts: JobParts, ref: JobRef, options: RunJobOptions = {}): Promise<boolean> {
  const now = new Date();
  const values = {
    workspaceId: ref.workspaceId,
    jobId: ref.jobId,
    leaseOwner,
    now,
    leaseUntil: new Date(now.getTime() + leaseMillis),
  };
  const [taken] = await parts.database.inWorkspace(ref.workspaceId, (transaction) =>
    transaction.query(takeLease, values),
  );
  if (!taken) return false;
  const lost = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, lost.signal]) : lost.signal;
  const items = new JobItems(
    parts,
    { ...ref, sourceId: taken.source_id, facts: reviveFacts(taken.options) },
    { ...options, signal },
  );
  const stopRenewing = keepLease(parts, ref, items, () => {
    lost.abort();
  });
  try {
    await items.run();
    await end(parts, ref, 'COMPLETED', items.timings, null);
  } catch (error) {
    await giveUp(parts, ref, error, { signal: options.signal, timings: items.timings });
  } finally {
    stopRenewing();
  }
  return true;
}

/** A renewal that fails is tried again; when the lease runs out another process may take the job, and both find stored documents unchanged. */
function keepLease(parts: JobParts, { workspaceId, jobId }: JobRef, items: JobItems, onLost: () => void): () => void {
  const renew = async () => {
    const values = {
      workspaceId,
      jobId,
      leaseOwner,
      leaseUntil: new Date(Date.now() + leaseMillis),
      timings: JSON.stringify(items.timings),
    };
    const rows = await parts.database.inWorkspace(workspaceId, (transaction) => transaction.query(renewLease, values));
    if (rows.length === 0) onLost();
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      parts.log.warn('lease not renewed', { jobId, error: messageOf(error) });
    });
  }, renewMillis);
  return () => {
    clearInterval(timer);
  };
}

/** A cancelled job stays cancelled; one that was interrupted is given back; a fault that concerns the whole job ends it. */
async function giveUp(
  parts: JobParts,
  ref: JobRef,
  error: unknown,
  at: { readonly signal: AbortSignal | undefined; readonly timings: IngestTimings | null },
): Promise<void> {
  if (isCandorError(error, 'CANCELLED')) {
    await parts.database.inWorkspace(ref.workspaceId, (transaction) =>
      transaction.query(releaseLease, { workspaceId: ref.workspaceId, jobId: ref.jobId, leaseOwner }),
    );
    if (at.signal?.aborted) throw error;
    return;
  }
  parts.log.error('ingest job failed', { jobId: ref.jobId, error: messageOf(error) });
  await end(parts, ref, 'FAILED', at.timings, error);
}

async function end(
  { database }: JobParts,
  { workspaceId, jobId }: JobRef,
  state: 'COMPLETED' | 'FAILED',
  timings: IngestTimings | null,
  error: unknown,
): Promise<void> {
  const fault = error === null ? null : JSON.stringify(userError(error));
  await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(endJob, {
      workspaceId,
      jobId,
      state,
      timings: timings && JSON.stringify(timings),
      error: fault,
      now: new Date(),
    }),
  );
}
