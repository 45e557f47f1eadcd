import type { AskEvent } from '../../agent/state/events.ts';
import type { OutcomeCore } from '../../agent/state/outcome.ts';
import type { Run } from '../../agent/state/run.ts';
import { eventTypeOf, forwardEvents, outcomeOf, phases } from '../askEvents.ts';
import { chunksIn, documentIn, type GraphQLContext, locateIn, versionIn } from '../context.ts';
import type { AskInput, AskProgressResolvers, Resolvers } from '../generated/types.ts';
import { toAskRequest, toSearchRequest } from '../inputs.ts';
import { payload } from '../payload.ts';
import { withoutAddresses } from '../errors.ts';
import { signalsByEnumValue, weighedSignals } from '../computed.ts';
import { traceOfPassage, traceOfSearch } from '../trace.ts';

const answer = (input: AskInput, { app, caller, signal }: GraphQLContext) =>
  outcomeOf(app.ask(caller, toAskRequest(input), { signal }));

/** Resolves Outcome.run for all three kinds of outcome: null if recording it failed, which `degraded` reports. */
const run = async ({ id }: OutcomeCore, _input: object, { app, caller }: GraphQLContext): Promise<Run | null> =>
  (await app.runs.find(caller, id)) ?? null;

/** The fields of AskProgress: each phase has its own, and null for the others'. */
const progressFields: AskProgressResolvers = {
  phase: ({ type }) => phases[type],
  round: (event) =>
    event.type === 'Retrieved' ? event.round : event.type === 'Reflected' ? event.reflection.round : null,
  passageCount: (event) => (event.type === 'Retrieved' ? event.passageCount : null),
  queries: (event) => (event.type === 'Planned' ? event.plan.queries : event.type === 'Refined' ? event.queries : null),
  tier: (event) => (event.type === 'Reflected' ? event.tier : null),
  confidence: (event) => (event.type === 'Reflected' ? event.confidence : null),
  mode: (event) => (event.type === 'Writing' ? event.mode : null),
};

export const askResolvers: Resolvers = {
  Query: { ask: (_root, { input }, context) => answer(input, context) },
  Mutation: {
    ask: (_root, { input }, context) =>
      payload(context, { outcome: null }, async () => ({ outcome: await answer(input, context) })),
  },
  Subscription: {
    askEvents: {
      subscribe: (_root, { input }, { app, caller, signal }) =>
        forwardEvents((stop) => app.ask(caller, toAskRequest(input), { signal: stop }), signal, app.log),
      resolve: (event: AskEvent) => event,
    },
  },
  AskResult: { __resolveType: ({ type }) => type },
  Outcome: { __resolveType: ({ type }) => type },
  AskEvent: { __resolveType: eventTypeOf },
  AskProgress: progressFields,
  Answer: { run },
  Clarification: { run },
  Abstention: { run },
  Confidence: { signals: weighedSignals },
  SignalName: signalsByEnumValue,
  Degradation: { message: ({ message }) => withoutAddresses(message) },
};

export const retrievalResolvers: Resolvers = {
  Query: {
    search: (_root, { input }, { app, caller, signal }) => app.search(caller, toSearchRequest(input), { signal }),
  },
  Passage: {
    chunk: async ({ chunkId }, _input, { loaders }) => (await loaders.chunk.load(chunkId)) ?? null,
    title: ({ documentTitle }) => documentTitle,
    document: ({ documentId }, _input, { loaders }) => documentIn(loaders, documentId),
    version: ({ versionId }, _input, { loaders }) => versionIn(loaders, versionId),
    location: ({ versionId, sourceSpan }, _input, { loaders }) => locateIn(loaders, versionId, sourceSpan),
    duplicates: ({ duplicates }, _input, { loaders }) =>
      chunksIn(
        loaders,
        duplicates.map(({ chunkId }) => chunkId),
      ),
    trace: traceOfPassage,
  },
  SearchResult: { curated: ({ curated }) => curated.map(({ answer }) => answer), trace: traceOfSearch },
};
