import type { App } from '../../app/app.ts';
import type { AuditAction } from '../../workspaces/auditChain.ts';
import type { Caller } from '../../workspaces/caller.ts';

type Targets<Result> = (result: Result) => readonly (string | undefined)[];

/** Does something, and records that it was done or how it failed. If it cannot be recorded, the result is withheld. */
export interface Auditor {
  <Result>(
    caller: Caller,
    action: AuditAction,
    work: () => Promise<Result>,
    targets: Targets<Result>,
    text?: string | null,
  ): Promise<Result>;
}

/** What brings documents in, recorded. What the command line reads itself is its operator's. */
export function auditedIngestion(
  { jobs, sources }: Pick<App, 'jobs' | 'sources'>,
  auditor: Auditor,
): Pick<App, 'jobs' | 'sources'> {
  const own = ({ id }: { readonly id: string }) => [id];
  return {
    jobs: {
      ...jobs,
      upload: (caller, files, ...rest) => auditor(caller, 'UPLOAD', () => jobs.upload(caller, files, ...rest), own),
      submit: (caller, documents) => auditor(caller, 'INGEST', () => jobs.submit(caller, documents), own),
      cancel: (caller, id) => auditor(caller, 'CANCEL_INGEST', () => jobs.cancel(caller, id), own),
    },
    sources: {
      ...sources,
      submit: (caller, ...rest) => auditor(caller, 'INGEST', () => sources.submit(caller, ...rest), own),
      readSoon: (caller, ...rest) => auditor(caller, 'INGEST', () => sources.readSoon(caller, ...rest), own),
      push: (caller, list) =>
        auditor(
          caller,
          'INGEST',
          () => sources.push(caller, list),
          ({ source }) => [source?.id],
        ),
    },
  };
}
