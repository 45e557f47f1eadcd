import type { DocumentResolvers } from '../generated/types.ts';
import { requireVersion } from '../loaders.ts';

export const Document: DocumentResolvers = {
  currentVersion: ({ currentVersionId }, _input, { loaders }) => (currentVersionId === null ? null : requireVersion(loaders, currentVersionId)),
  versions: ({ id }, _input, { loaders }) => loaders.versionsOf.load(id),
  supersededBy: async ({ supersededBy }, _input, { loaders }) => (supersededBy === null ? null : (await loaders.documentByKey.load(supersededBy)) ?? null),
  supersededByKey: ({ supersededBy }) => supersededBy,
};
