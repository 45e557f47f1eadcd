import type { ConflictSideResolvers } from '../generated/types.ts';
import { requireDocument } from '../loaders.ts';

export const ConflictSide: ConflictSideResolvers = {
  document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId),
};
