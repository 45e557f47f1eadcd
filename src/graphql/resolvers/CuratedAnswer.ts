import type { CuratedAnswerResolvers } from '../generated/types.ts';

export const CuratedAnswer: CuratedAnswerResolvers = {
  /** The links outlive their documents: `staleSources` names those that are gone. */
  sources: async ({ sourceDocumentIds }, _input, { loaders }) =>
    (await Promise.all(sourceDocumentIds.map((id) => loaders.document.load(id)))).filter((document) => document !== undefined),
  stale: ({ staleSources }) => staleSources.length > 0,
};
