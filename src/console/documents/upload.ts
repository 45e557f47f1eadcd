import { Fault, faultIn } from '../api/fault.ts';
import { send } from '../api/request.ts';
import { subscribe } from '../api/subscribe.ts';
import { ConsoleIngestDocument, type ConsoleIngestSubscription } from '../generated/graphql.ts';

export type Job = ConsoleIngestSubscription['ingestEvents']['job'];

/** Sends files and follows what becomes of them; the last one has the job when it is over. @throws Fault */
export async function* upload(
  files: readonly File[],
  { groups, draft }: { readonly groups: string; readonly draft: boolean },
): AsyncGenerator<Job> {
  const form = new FormData();
  // The server reads fields before files.
  if (groups.trim()) form.append('accessGroups', groups);
  if (draft) form.append('state', 'DRAFT');
  for (const file of files) form.append('file', file);
  // The header says that no page of another site sent this.
  const body = await send('/uploads', {
    method: 'POST',
    body: form,
    headers: { 'apollo-require-preflight': 'true' },
  });
  const fault = faultIn(body);
  if (fault) throw fault;
  const { jobId } = body as { readonly jobId: string };
  const events = subscribe(ConsoleIngestDocument, { jobId }, new AbortController().signal);
  for await (const { ingestEvents } of events) {
    const { job } = ingestEvents;
    if (job.error) throw new Fault('FAILED', job.error.message, job.error.remedy);
    yield job;
  }
}
