import type { GapDocumentResolvers } from '../generated/types.ts';
import { requireDocument } from '../loaders.ts';

export const GapDocument: GapDocumentResolvers = { document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId) };
