import type { Transaction } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { insertItems } from '../sql/insertItems.ts';
import { insertJob } from '../sql/insertJob.ts';
import type { JobDraft, JobState } from './job.ts';

/** Stores a job with its items. @returns its id */
export async function createJob(transaction: Transaction, workspaceId: string, draft: JobDraft, state: Extract<JobState, 'RECEIVING' | 'QUEUED'> = 'QUEUED'): Promise<string> {
  const id = newId();
  await transaction.query(insertJob, [workspaceId, id, draft.label, state, draft.sourceId, draft.items.length, JSON.stringify(draft.facts), new Date()]);
  await addItems(transaction, { workspaceId, jobId: id }, draft.items, 0);
  return id;
}

/** @param first the ordinal of the first one */
export async function addItems(transaction: Transaction, { workspaceId, jobId }: { readonly workspaceId: string; readonly jobId: string }, items: JobDraft['items'], first: number): Promise<void> {
  await transaction.query(insertItems, [
    workspaceId, jobId, items.map((_, position) => first + position), items.map((item) => item.name), items.map((item) => item.action),
    items.map((item) => JSON.stringify(item.source)), items.map((item) => item.reason),
  ]);
}
