import { connection } from '../connection.ts';
import { runFilters } from '../computed.ts';
import type { Resolvers } from '../generated/types.ts';
import { toPageRequest, toReplayOverrides, toRunFilter } from '../inputs.ts';
import { requireDocument } from '../context.ts';
import { payload } from '../payload.ts';
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { largeParts } from '../../agent/runs/runs.ts';

export const runResolvers: Resolvers = {
  Query: {
    run: async (_root, { id }, { app, caller }) => (await app.runs.find(caller, id)) ?? null,
    runs: async (_root, { filter, ...input }, { app, caller }, info) => {
      const page = toPageRequest(input);
      const options = { without: unaskedParts(info) };
      return connection(await app.runs.list(caller, page, toRunFilter(filter), options), page);
    },
    explainMiss: async (_root, { runId, documentId }, { app, caller, signal }) =>
      (await app.runs.explainMiss(caller, runId, documentId, { signal })) ?? null,
  },
  Mutation: {
    replayRun: (_root, { input: { id, overrides } }, context) =>
      payload(context, { replay: null }, async () => {
        const { app, caller, signal } = context;
        return { replay: await app.runs.replay(caller, id, toReplayOverrides(overrides), { signal }) };
      }),
  },
  Run: {
    appliedFilters: runFilters,
    feedback: async ({ id }, _input, { loaders }) => loaders.feedbackOf.load(id),
  },
  MissExplanation: {
    document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
    // Gone meanwhile or never there: null for both.
    version: async ({ versionId }, _input, { loaders }) =>
      versionId === null ? null : ((await loaders.version.load(versionId)) ?? null),
  },
};

/** The large parts of runs that a query does not ask for, so that a list need not read them. */
function unaskedParts(info: GraphQLResolveInfo): (typeof largeParts)[number][] {
  const asked = fieldsBelow(info);
  return largeParts.filter((part) => !asked.has(part));
}

/**
 * The names of all fields that are asked for below a field, however deep, those of fragments included. A condition
 * (`@skip`, `@include`) is not looked at: what is left out by one counts as asked for.
 */
function fieldsBelow({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  const spread = new Set<string>();
  const collect = (selectionSet: SelectionSetNode | undefined): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (spread.has(name)) continue;
        spread.add(name);
        collect(fragments[name]?.selectionSet);
        continue;
      }
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      collect(selection.selectionSet);
    }
  };
  for (const { selectionSet } of fieldNodes) collect(selectionSet);
  return names;
}
