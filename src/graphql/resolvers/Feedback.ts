import type { FeedbackResolvers } from '../generated/types.ts';
import { visibleDocuments } from '../loaders.ts';

export const Feedback: FeedbackResolvers = {
  documents: ({ documentIds }, _input, { loaders }) => visibleDocuments(loaders, documentIds),
  own: ({ givenBy }, _input, { caller }) => givenBy === caller.keyId,
};
