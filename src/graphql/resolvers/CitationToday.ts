import type { CitationTodayResolvers } from '../generated/types.ts';
import { requireDocument, requireVersion } from '../loaders.ts';

export const CitationToday: CitationTodayResolvers = {
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
  version: ({ versionId }, _input, { loaders }) => requireVersion(loaders, versionId),
};
