import type { PassageResolvers } from '../generated/types.ts';
import { locateIn, requireDocument, requireVersion } from '../loaders.ts';

export const Passage: PassageResolvers = {
  id: ({ chunkId }) => chunkId,
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
  version: ({ versionId }, _input, { loaders }) => requireVersion(loaders, versionId),
  location: ({ versionId, sourceSpan }, _input, { loaders }) => locateIn(loaders, versionId, sourceSpan),
};
