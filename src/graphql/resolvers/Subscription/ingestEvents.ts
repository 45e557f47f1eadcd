import type { IngestJob } from '../../../knowledge/jobs/job.ts';
import { forward } from '../../forward.ts';
import type { SubscriptionResolvers } from '../../generated/types.ts';

interface NumberedJob {
  readonly sequence: number;
  readonly job: IngestJob;
}

export const ingestEvents: NonNullable<SubscriptionResolvers['ingestEvents']> = {
  subscribe: async (_root, { jobId }, { app, caller, signal }) => {
    // Asked before the stream begins: an id that is not there is a coded error and not an empty stream.
    await app.jobs.require(caller, jobId);
    return forward((stop) => numbered(app.jobs.watch(caller, jobId, { signal: stop })), { outer: signal, log: app.log, lastEvent: () => undefined });
  },
  resolve: (event: NumberedJob) => event,
};

async function* numbered(jobs: AsyncIterable<IngestJob>): AsyncGenerator<NumberedJob> {
  let sequence = 0;
  for await (const job of jobs) yield { sequence: sequence++, job };
}
