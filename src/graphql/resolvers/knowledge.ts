import type { DocumentState } from '../../knowledge/document.ts';
import { CandorError } from '../../errors.ts';
import { connection, connectionOf, pageFrom, startOf } from '../connection.ts';
import { chunksIn, documentIn, type GraphQLContext, versionIn, visibleDocuments } from '../context.ts';
import { deletedIdBy, documentBy, documentIdBy, editionIdsBy } from '../documentBy.ts';
import type { PublishDocumentInput, Resolvers } from '../generated/types.ts';
import {
  toDocumentFilter,
  toDocumentInput,
  toPageRequest,
  toPushedList,
  toQueuedDocument,
  toReading,
} from '../inputs.ts';
import { requestLimits } from '../limits.ts';
import { payload } from '../payload.ts';
import type { IngestJob } from '../../knowledge/jobs/job.ts';
import { forward } from '../askEvents.ts';

const moveTo = (state: DocumentState, named: PublishDocumentInput, context: GraphQLContext) =>
  payload(context, { document: null }, async () => {
    const id = await documentIdBy(named, context);
    return { document: await context.app.knowledge.setState(context.caller, id, state) };
  });

/**
 * Limits the characters of texts in a result: thirty aliases of one text of 5 MB are only thirty values, but a response
 * of 150 MB.
 * @throws BAD_INPUT
 */
function countText(text: string, { sent }: GraphQLContext): string {
  sent.characters += text.length;
  if (sent.characters <= requestLimits.textCharacters) return text;
  const most = requestLimits.textCharacters.toLocaleString('en');
  throw new CandorError('BAD_INPUT', `The texts in the result have more than ${most} characters.`, {
    details: { maxCharacters: requestLimits.textCharacters },
    remedy: 'Request the texts of fewer versions at once.',
  });
}

export const documentResolvers: Resolvers = {
  Query: {
    document: (_root, named, context) => documentBy(named, context),
    unconfirmedEditions: async (_root, _input, { app, caller, loaders }) => {
      const found = await app.knowledge.unconfirmedEditions(caller);
      return visibleDocuments(
        loaders,
        found.map(({ documentId }) => documentId),
      );
    },
    documents: async (_root, { filter, orderBy, ...input }, { app, caller }) => {
      const conditions = toDocumentFilter(filter);
      const page = { ...toPageRequest(input), ...(orderBy === 'TITLE' ? { orderBy } : {}) };
      return connection(await app.knowledge.listDocuments(caller, page, conditions), page, () =>
        app.knowledge.countDocuments(caller, conditions),
      );
    },
  },
  Mutation: {
    publishDocument: (_root, { input }, context) => moveTo('PUBLISHED', input, context),
    unpublishDocument: (_root, { input }, context) => moveTo('DRAFT', input, context),
    deleteDocument: (_root, { input: { purge, ...named } }, context) =>
      payload(context, { deletedId: null }, async () => {
        const id = await documentIdBy(named, context);
        await context.app.knowledge.deleteDocument(context.caller, id, purge);
        return { deletedId: id };
      }),
    setSuccessor: (_root, { input }, context) =>
      payload(context, { document: null }, async () => {
        const { id, successorId } = await editionIdsBy(input, context);
        return { document: await context.app.knowledge.setSuccessor(context.caller, id, successorId) };
      }),
    restoreDocument: (_root, { input }, context) =>
      payload(context, { document: null }, async () => {
        const id = await deletedIdBy(input, context);
        return { document: await context.app.knowledge.restoreDocument(context.caller, id) };
      }),
    setChunkOmitted: (_root, { input: { id, omitted } }, context) =>
      payload(context, { chunk: null }, async () => ({
        chunk: await context.app.knowledge.setChunkOmitted(context.caller, id, omitted ?? null),
      })),
  },
  Document: {
    currentVersion: ({ currentVersionId }, _input, { loaders }) => versionIn(loaders, currentVersionId),
    versions: async ({ id }, input, { loaders }) =>
      connectionOf(await loaders.versionsOf.load(id), toPageRequest(input)),
    supersededBy: async ({ id, supersededBy }, _input, { loaders }) => {
      const { successor } = await loaders.editionsOf.load(id);
      if (successor) return (await loaders.document.load(successor.successorId)) ?? null;
      return supersededBy === null ? null : ((await loaders.documentByKey.load(supersededBy)) ?? null);
    },
    supersededByKey: async ({ id, supersededBy }, _input, { loaders }) =>
      (await loaders.editionsOf.load(id)).successor?.successorKey ?? supersededBy,
    supersededSince: async ({ id }, _input, { loaders }) =>
      (await loaders.editionsOf.load(id)).successor?.since ?? null,
    supersessionBasis: async ({ id, supersededBy }, _input, { loaders }) =>
      (await loaders.editionsOf.load(id)).successor?.basis ?? (supersededBy === null ? null : 'DECLARED'),
    source: async ({ id }, _input, { loaders }) => (await loaders.sourceOf.load(id)) ?? null,
    supersedes: async ({ id }, _input, { loaders }) =>
      visibleDocuments(loaders, (await loaders.editionsOf.load(id)).supersedes),
  },
  DocumentVersion: {
    text: ({ text }, _input, context) => countText(text, context),
    chunks: async ({ id, chunkCount }, input, { loaders }) => {
      const page = toPageRequest(input);
      return connection(await loaders.chunksOf(page).load(id), page, () => chunkCount);
    },
    blocks: async ({ id }, input, { loaders }) => {
      const blocks = await loaders.blocksOf.load(id);
      return blocks && connectionOf(blocks, toPageRequest(input));
    },
  },
  Chunk: {
    document: ({ documentId }, _input, { loaders }) => documentIn(loaders, documentId),
    version: ({ versionId }, _input, { loaders }) => versionIn(loaders, versionId),
    duplicates: ({ duplicates }, _input, { loaders }) =>
      chunksIn(
        loaders,
        duplicates.map(({ chunkId }) => chunkId),
      ),
    details: ({ contentType, tokenCount, quality, omitReason, omitOverride, hypotheticalCount }) => ({
      contentType,
      tokenCount,
      quality,
      omitReason,
      omitOverride,
      hypotheticalCount,
    }),
  },
};

/** Nothing is ingested yet: a job does it, or the request was wrong. */
const nothingYet = { job: null, results: [] };

const nothingSynced = { source: null, wanted: [], moved: [], otherRights: [], deleted: [], held: [] };

export const ingestionResolvers: Resolvers = {
  Query: {
    sources: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.sources.list(caller, page), page, () => app.sources.count(caller));
    },
    ingestJob: async (_root, { id }, { app, caller }) => (await app.jobs.find(caller, id)) ?? null,
    ingestJobs: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.jobs.list(caller, page), page, () => app.jobs.count(caller));
    },
  },
  Mutation: {
    ingestDocuments: (_root, { input }, context) =>
      payload(context, nothingYet, async () => {
        const { app, caller, signal } = context;
        if (!input.source && input.everySeconds)
          throw new CandorError('BAD_INPUT', 'everySeconds needs a source.', {
            details: { field: 'source' },
            remedy: 'Give a name in source: it is that of the addresses that are read again so often.',
          });
        if (input.source)
          return {
            ...nothingYet,
            job: await app.sources.submit(
              caller,
              input.source,
              input.documents.map(toQueuedDocument),
              input.everySeconds ?? undefined,
            ),
          };
        if (input.background || input.documents.some(({ content }) => content.fetchUrl))
          return { ...nothingYet, job: await app.jobs.submit(caller, input.documents.map(toQueuedDocument)) };
        const documents = input.documents.map(toDocumentInput);
        const options = { signal, total: documents.length, isAwaited: true };
        return { ...nothingYet, results: (await app.ingest(caller, documents, options)).results };
      }),
    syncDocuments: (_root, { input }, context) =>
      payload(context, nothingSynced, async () => {
        const { app, caller } = context;
        if (input.entries) return app.sources.push(caller, toPushedList(input));
        return { ...nothingSynced, source: await app.sources.readSoon(caller, input.source, toReading(input)) };
      }),
    cancelIngestJob: (_root, { input: { id } }, context) =>
      payload(context, nothingYet, async () => ({
        ...nothingYet,
        job: await context.app.jobs.cancel(context.caller, id),
      })),
  },
  Subscription: {
    ingestEvents: {
      subscribe: async (_root, { jobId }, { app, caller, signal }) => {
        // Checked before the stream begins, so that an unknown id is a coded error and not an empty stream.
        await app.jobs.require(caller, jobId);
        return forward((stop) => app.jobs.watch(caller, jobId, { signal: stop }), {
          outer: signal,
          log: app.log,
          lastEvent: () => undefined,
        });
      },
      resolve: (job: IngestJob) => job,
    },
  },
  IngestJob: {
    doneCount: ({ counts }) => counts.done,
    createdCount: ({ counts }) => counts.created,
    updatedCount: ({ counts }) => counts.updated,
    unchangedCount: ({ counts }) => counts.unchanged,
    failedCount: ({ counts }) => counts.failed,
    items: async ({ id, total }, input, { app, caller }) => {
      const page = toPageRequest(input);
      const from = startOf(page);
      const items = await app.jobs.items(caller, id, page.first + 1, from - 1);
      return connection(pageFrom(from, items.slice(0, page.first), items.length > page.first), page, () => total);
    },
  },
  IngestedDocument: {
    document: ({ documentId }, _input, { loaders }) => documentIn(loaders, documentId),
  },
};
