import type { Database } from '../../db/database.ts';
import { insertPayload, queueJob, removeJob } from './jobs.sql.ts';
import type { UploadedFile, UploadOptions } from '../ingest/upload.ts';
import { addItems, createJob } from './createJob.ts';
import type { JobRef } from './job.ts';

/** Bytes of one stored part: the only piece of a file that is held in memory. */
const partBytes = 1024 * 1024;

/** Stores the files of an upload as a job that is ready to run. Nothing is kept when one of them fails. @throws what `files` throws */
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
