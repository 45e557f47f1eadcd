import type { Run } from '../../agent/state/run.ts';
import { forward } from '../askEvents.ts';
import { connection } from '../connection.ts';
import { standingOf, unaskedParts } from '../computed.ts';
import { changeSent, traceOfMiss, traceOfRun } from '../trace.ts';
import type { Resolvers } from '../generated/types.ts';
import { toPageRequest, toReplayOverrides, toRunFilter } from '../inputs.ts';
import { documentIn, forgetLoaded, type GraphQLContext } from '../context.ts';
import { payload } from '../payload.ts';

export const runResolvers: Resolvers = {
  Query: {
    run: async (_root, { id }, { app, caller }) => (await app.runs.find(caller, id)) ?? null,
    runs: async (_root, { filter, orderBy, ...input }, { app, caller }, info) => {
      const [conditions, options] = [toRunFilter(filter), { without: unaskedParts(info) }];
      const page = { ...toPageRequest(input), ...(orderBy === 'CONFIDENCE' ? { orderBy } : {}) };
      return connection(await app.runs.list(caller, page, conditions, options), page, () =>
        app.runs.count(caller, conditions),
      );
    },
    recalls: async (_root, { since, tier, runIds, ...input }, { app, caller }, info) => {
      const [page, filter] = [toPageRequest(input), { since, tier, runIds }];
      const found = await app.runs.recalls(caller, page, filter, { without: unaskedParts(info) });
      return connection(found, page, () => app.runs.countRecalls(caller, filter));
    },
    explainMiss: async (_root, { runId, documentId }, { app, caller, signal }) =>
      (await app.runs.explainMiss(caller, runId, documentId, { signal })) ?? null,
  },
  Mutation: {
    replayRun: (_root, { input: { id, overrides } }, context) =>
      payload(context, {}, async () => {
        const { app, caller, signal } = context;
        const replay = await app.runs.replay(caller, id, toReplayOverrides(overrides), { signal });
        return { ...replay, changes: replay.changes.map(changeSent) };
      }),
  },
  Subscription: {
    answerRecalled: {
      subscribe: (_root, { runIds }, { app, caller, signal }) => {
        const stop = new AbortController();
        // Begun here, so that what may not be watched is refused and not just over.
        const runs = app.runs.watchRecalls(caller, { signal: stop.signal, runIds });
        const start = (ended: AbortSignal) => {
          ended.addEventListener('abort', () => stop.abort(), { once: true });
          return runs;
        };
        return forward(start, { outer: signal, log: app.log, lastEvent: () => undefined });
      },
      // The context is that of the whole subscription.
      resolve: (run: Run, _input: object, { loaders }: GraphQLContext) => {
        forgetLoaded(loaders);
        return run;
      },
    },
  },
  Run: {
    feedback: async ({ id }, _input, { loaders }) => loaders.feedbackOf.load(id),
    standing: (run, _input, context) => standingOf(run, context),
    similarCount: ({ similarCount }) => similarCount ?? null,
    trace: traceOfRun,
  },
  MissExplanation: {
    document: ({ documentId }, _input, { loaders }) => documentIn(loaders, documentId),
    standsFor: async ({ standsFor }, _input, { loaders }) =>
      (standsFor && (await loaders.chunk.load(standsFor.chunkId))) ?? null,
    trace: traceOfMiss,
  },
};
