import type { Transaction, Database } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import type { UploadedFile, UploadOptions } from '../ingest/upload.ts';
import type { JobDraft, JobState, JobRef } from './job.ts';
import { insertItems, insertJob, insertPayload, queueJob, removeJob } from './jobs.sql.ts';

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
async function addItems(
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

/** Bytes of one stored part: the only piece of a file that is held in memory. */
const partBytes = 1024 * 1024;

/**
 * Stores the files of an upload as a job that is ready to run. Nothing is kept when one of them fails. @throws what
 * `files` throws
 */
export async function receiveUpload(
  database: Database,
  workspaceId: string,
  files: AsyncIterable<UploadedFile>,
  facts: UploadOptions,
): Promise<string> {
  const draft = { label: 'upload', sourceId: null, facts, items: [] };
  const jobId = await database.inWorkspace(workspaceId, (transaction) =>
    createJob(transaction, workspaceId, draft, 'RECEIVING'),
  );
  const job = { workspaceId, jobId };
  try {
    let count = 0;
    for await (const file of files) {
      await receiveFile(database, job, file, count);
      count += 1;
    }
    await database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(queueJob, { workspaceId, jobId, total: count }),
    );
    return jobId;
  } catch (error) {
    await database.inWorkspace(workspaceId, (transaction) => transaction.query(removeJob, { workspaceId, jobId }));
    throw error;
  }
}

async function receiveFile(database: Database, job: JobRef, file: UploadedFile, ordinal: number): Promise<void> {
  const item = { name: file.name, action: 'INGEST', source: { kind: 'PAYLOAD' }, reason: 'uploaded' } as const;
  await database.inWorkspace(job.workspaceId, (transaction) => addItems(transaction, job, [item], ordinal));
  let part = 0;
  for await (const bytes of parts(file.content)) {
    const values = { workspaceId: job.workspaceId, jobId: job.jobId, ordinal, part, bytes };
    await database.inWorkspace(job.workspaceId, (transaction) => transaction.query(insertPayload, values));
    part += 1;
  }
}

async function* parts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of content) {
    held.push(bytes);
    size += bytes.length;
    if (size < partBytes) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}
