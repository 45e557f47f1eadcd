import { traceDistance } from '../computed.ts';
import type { Resolvers } from '../generated/types.ts';
import { toSearchRequest } from '../inputs.ts';
import { locateIn, requireDocument, requireVersion } from '../context.ts';

export const retrievalResolvers: Resolvers = {
  Query: {
    search: (_root, { input }, { app, caller, signal }) => app.search(caller, toSearchRequest(input), { signal }),
  },
  Passage: {
    id: ({ chunkId }) => chunkId,
    document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
    version: ({ versionId }, _input, { loaders }) => requireVersion(loaders, versionId),
    location: ({ versionId, sourceSpan }, _input, { loaders }) => locateIn(loaders, versionId, sourceSpan),
  },
  PassageTrace: { distance: traceDistance },
};
