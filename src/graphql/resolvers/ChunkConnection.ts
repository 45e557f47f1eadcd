import type { ChunkConnectionResolvers } from '../generated/types.ts';

export const ChunkConnection: ChunkConnectionResolvers = { pageInfo: (page) => page };
