import type { CitationVerificationResolvers } from '../generated/types.ts';

export const CitationVerification: CitationVerificationResolvers = {
  // Deleted, or hidden from the caller: null for both.
  document: async ({ documentId }, _input, { loaders }) => (await loaders.document.load(documentId)) ?? null,
  version: async ({ versionId }, _input, { loaders }) => (await loaders.version.load(versionId)) ?? null,
};
