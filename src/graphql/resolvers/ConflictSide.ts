import type { ConflictSideResolvers } from '../generated/types.ts';
import { requireDocument, requireVersion } from '../loaders.ts';

export const ConflictSide: ConflictSideResolvers = {
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
  version: ({ versionId }, _input, { loaders }) => requireVersion(loaders, versionId),
};
