import type { IngestJob } from '../../knowledge/jobs/job.ts';
import { connection, pageFrom, startOf } from '../connection.ts';
import { asErrorCode } from '../errors.ts';
import { forward } from '../askEvents.ts';
import type { Resolvers } from '../generated/types.ts';
import { toDocumentInput, toPageRequest, toQueuedDocument } from '../inputs.ts';
import { requireDocument } from '../context.ts';
import { payload } from '../payload.ts';

/** Nothing was taken in yet: a job does it, or the request was wrong. */
const nothingYet = { job: null, results: [], createdCount: 0, updatedCount: 0, unchangedCount: 0, failedCount: 0 };

interface NumberedJob {
  readonly sequence: number;
  readonly job: IngestJob;
}

async function* numbered(jobs: AsyncIterable<IngestJob>): AsyncGenerator<NumberedJob> {
  let sequence = 0;
  for await (const job of jobs) yield { sequence: sequence++, job };
}

export const ingestionResolvers: Resolvers = {
  Query: {
    ingestJob: async (_root, { id }, { app, caller }) => (await app.jobs.find(caller, id)) ?? null,
    ingestJobs: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.jobs.list(caller, page), page);
    },
  },
  Mutation: {
    ingestDocuments: (_root, { input }, context) =>
      payload(context, nothingYet, async () => {
        const { app, caller, signal } = context;
        if (input.background || input.documents.some(({ content }) => content.fetchUrl))
          return { ...nothingYet, job: await app.jobs.submit(caller, input.documents.map(toQueuedDocument)) };
        const documents = input.documents.map(toDocumentInput);
        return { ...(await app.ingest(caller, documents, { signal, total: documents.length })), job: null };
      }),
    cancelIngestJob: (_root, { input: { id } }, context) =>
      payload(context, { job: null }, async () => ({ job: await context.app.jobs.cancel(context.caller, id) })),
  },
  Subscription: {
    ingestEvents: {
      subscribe: async (_root, { jobId }, { app, caller, signal }) => {
        // Asked before the stream begins: an id that is not there is a coded error and not an empty stream.
        await app.jobs.require(caller, jobId);
        return forward((stop) => numbered(app.jobs.watch(caller, jobId, { signal: stop })), {
          outer: signal,
          log: app.log,
          lastEvent: () => undefined,
        });
      },
      resolve: (event: NumberedJob) => event,
    },
  },
  IngestJob: {
    doneCount: ({ counts }) => counts.done,
    createdCount: ({ counts }) => counts.created,
    updatedCount: ({ counts }) => counts.updated,
    unchangedCount: ({ counts }) => counts.unchanged,
    movedCount: ({ counts }) => counts.moved,
    deletedCount: ({ counts }) => counts.deleted,
    failedCount: ({ counts }) => counts.failed,
    items: async ({ id }, input, { app, caller }) => {
      const page = toPageRequest(input);
      const from = startOf(page);
      const items = await app.jobs.items(caller, id, page.first + 1, from - 1);
      return connection(pageFrom(from, items.slice(0, page.first), items.length > page.first), page);
    },
  },
  IngestedDocument: {
    document: ({ documentId }, _input, { loaders }) =>
      documentId === null ? null : requireDocument(loaders, documentId),
  },
  UserError: { code: ({ code }) => asErrorCode(code), field: ({ field }) => field ?? null },
};
