import type { MissExplanationResolvers } from '../generated/types.ts';
import { requireDocument } from '../loaders.ts';

export const MissExplanation: MissExplanationResolvers = {
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
  // Gone meanwhile or never there: null for both.
  version: async ({ versionId }, _input, { loaders }) => (versionId === null ? null : (await loaders.version.load(versionId)) ?? null),
};
