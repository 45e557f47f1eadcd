import type { NoticeResolvers } from '../generated/types.ts';

export const Notice: NoticeResolvers = {
  document: async ({ documentId }, _input, { loaders }) => (documentId === null ? null : (await loaders.document.load(documentId)) ?? null),
  version: async ({ versionId }, _input, { loaders }) => (versionId === null ? null : (await loaders.version.load(versionId)) ?? null),
};
