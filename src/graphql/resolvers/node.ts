import { isCandorError } from '../../errors.ts';
import type { GraphQLContext } from '../context.ts';
import type { Resolvers } from '../generated/types.ts';
import { toCalibration } from '../computed.ts';

/**
 * Ids are UUIDs, unique among all objects, and do not show their type: all kinds are looked up at once, each with its
 * own access check.
 */
async function find(id: string, { app, caller, loaders }: GraphQLContext) {
  const [document, version, run, job, calibration] = await Promise.all([
    loaders.document.load(id),
    loaders.version.load(id),
    app.runs.find(caller, id),
    // Jobs are an EDITOR's: to others there is none of this id, and what else it may name is there.
    app.jobs.find(caller, id).catch(undefinedIfForbidden),
    loaders.calibration.load(id),
  ]);
  if (document) return { ...document, __typename: 'Document' } as const;
  if (version) return { ...version, __typename: 'DocumentVersion' } as const;
  if (run) return { ...run, __typename: 'Run' } as const;
  if (job) return { ...job, __typename: 'IngestJob' } as const;
  return calibration ? ({ ...toCalibration(calibration), __typename: 'Calibration' } as const) : null;
}

function undefinedIfForbidden(error: unknown): undefined {
  if (isCandorError(error, 'FORBIDDEN')) return undefined;
  throw error;
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

export const nodeResolvers: Resolvers = {
  Query: { node: (_root, { id }, context) => find(id, context) },
  Node: { __resolveType: (node) => (node as Found).__typename },
};
