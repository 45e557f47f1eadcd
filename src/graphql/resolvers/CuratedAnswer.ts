import type { CuratedAnswerResolvers } from '../generated/types.ts';
import { requireDocument } from '../loaders.ts';

export const CuratedAnswer: CuratedAnswerResolvers = {
  sources: ({ sourceDocumentIds }, _input, { loaders }) => sourceDocumentIds.map((id) => requireDocument(loaders, id)),
};
