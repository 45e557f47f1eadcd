import type { Transaction } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { insertItems, insertJob } from './jobs.sql.ts';
import type { JobDraft, JobState } from './job.ts';

/** Stores a job with its items. @returns its id */
export async function createJob(
  transaction: Transaction,
  workspaceId: string,
  draft: JobDraft,
  state: Extract<JobState, 'RECEIVING' | 'QUEUED'> = 'QUEUED',
): Promise<string> {
  const id = newId();
  await transaction.query(insertJob, {
    workspaceId,
    id,
    label: draft.label,
    state,
    sourceId: draft.sourceId,
    total: draft.items.length,
    options: JSON.stringify(draft.facts),
    now: new Date(),
  });
  await addItems(transaction, { workspaceId, jobId: id }, draft.items, 0);
  return id;
}

/** @param first the ordinal of the first one */
export async function addItems(
  transaction: Transaction,
  { workspaceId, jobId }: { readonly workspaceId: string; readonly jobId: string },
  items: JobDraft['items'],
  first: number,
): Promise<void> {
  await transaction.query(insertItems, {
    workspaceId,
    jobId,
    ordinals: items.map((_, position) => first + position),
    names: items.map((item) => item.name),
    actions: items.map((item) => item.action),
    sources: items.map((item) => JSON.stringify(item.source)),
    reasons: items.map((item) => item.reason),
  });
}
