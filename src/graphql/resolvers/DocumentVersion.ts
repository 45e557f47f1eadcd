import { pageOfBlocks } from '../blockPage.ts';
import type { DocumentVersionResolvers } from '../generated/types.ts';
import { toPageRequest } from '../inputs.ts';

export const DocumentVersion: DocumentVersionResolvers = {
  chunks: ({ id }, page, { loaders }) => loaders.chunksOf(toPageRequest(page)).load(id),
  blocks: async ({ id }, page, { loaders }) => pageOfBlocks(await loaders.blocksOf.load(id), toPageRequest(page)),
};
