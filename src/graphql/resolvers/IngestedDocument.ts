import type { IngestedDocumentResolvers } from '../generated/types.ts';
import { requireDocument } from '../loaders.ts';

export const IngestedDocument: IngestedDocumentResolvers = {
  document: ({ documentId }, _input, { loaders }) => (documentId === null ? null : requireDocument(loaders, documentId)),
};
