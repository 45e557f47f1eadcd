import type { NearestEvidenceResolvers } from '../generated/types.ts';
import { requireDocument, requireVersion } from '../loaders.ts';

export const NearestEvidence: NearestEvidenceResolvers = {
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
  version: ({ versionId }, _input, { loaders }) => requireVersion(loaders, versionId),
};
