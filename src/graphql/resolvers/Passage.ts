import type { PassageResolvers } from '../generated/types.ts';
import { requireDocument, requireVersion } from '../loaders.ts';

export const Passage: PassageResolvers = {
  id: ({ chunkId }) => chunkId,
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
  version: ({ versionId }, _input, { loaders }) => requireVersion(loaders, versionId),
};
