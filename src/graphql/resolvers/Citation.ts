import type { CitationResolvers } from '../generated/types.ts';
import { locateIn, requireDocument, requireVersion } from '../loaders.ts';

export const Citation: CitationResolvers = {
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
  version: ({ versionId }, _input, { loaders }) => requireVersion(loaders, versionId),
  location: ({ versionId, sourceSpan }, _input, { loaders }) => locateIn(loaders, versionId, sourceSpan),
};
