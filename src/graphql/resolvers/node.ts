import { type GraphQLContext, permitted } from '../context.ts';
import type { Resolvers } from '../generated/types.ts';
import { toCalibration } from '../computed.ts';

/**
 * Ids are UUIDs, unique among all objects, and do not show their type: the kinds that are asked for most are looked up
 * at once, the others if it is none of these, each with its own access check.
 */
async function find(id: string, context: GraphQLContext) {
  const { loaders, app, caller } = context;
  const [document, version, run, calibration] = await Promise.all([
    loaders.document.load(id),
    loaders.version.load(id),
    app.runs.find(caller, id),
    loaders.calibration.load(id),
  ]);
  if (document) return { ...document, __typename: 'Document' } as const;
  if (version) return { ...version, __typename: 'DocumentVersion' } as const;
  if (run) return { ...run, __typename: 'Run' } as const;
  return calibration ? ({ ...toCalibration(calibration), __typename: 'Calibration' } as const) : findRest(id, context);
}

/** What only some callers may read: to others there is none of this id, and what else it may name is there. */
async function findRest(id: string, { app, caller, loaders }: GraphQLContext) {
  const { knowledge } = app;
  const [chunk, job, source, curated, alias, feedback, keys, workspace] = await Promise.all([
    loaders.chunk.load(id),
    permitted(app.jobs.find(caller, id)),
    permitted(app.sources.find(caller, id)),
    permitted(knowledge.findCurated(caller, id)),
    permitted(knowledge.findAlias(caller, id)),
    permitted(app.feedback.find(caller, id)),
    permitted(app.identity.keys(caller)),
    id === caller.workspaceId ? app.workspaces.find(id, caller.accessGroups) : undefined,
  ]);
  const key = keys?.find((each) => each.id === id);
  if (chunk) return { ...chunk, __typename: 'Chunk' } as const;
  if (job) return { ...job, __typename: 'IngestJob' } as const;
  if (source) return { ...source, __typename: 'Source' } as const;
  if (curated) return { ...curated, __typename: 'CuratedAnswer' } as const;
  if (alias) return { ...alias, __typename: 'Alias' } as const;
  if (feedback) return { ...feedback, __typename: 'Feedback' } as const;
  if (key) return { ...key, __typename: 'ApiKey' } as const;
  return workspace ? ({ ...workspace, __typename: 'Workspace' } as const) : null;
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

export const nodeResolvers: Resolvers = {
  Query: { node: (_root, { id }, context) => find(id, context) },
  Node: { __resolveType: (node) => (node as Found).__typename },
};
