import type { StaleSourceResolvers } from '../generated/types.ts';

export const StaleSource: StaleSourceResolvers = {
  document: async ({ documentId }, _input, { loaders }) => (await loaders.document.load(documentId)) ?? null,
};
