import type { BlockConnectionResolvers } from '../generated/types.ts';

export const BlockConnection: BlockConnectionResolvers = { pageInfo: (page) => page };
