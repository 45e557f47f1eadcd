import type { KnowledgeGapConnectionResolvers } from '../generated/types.ts';

export const KnowledgeGapConnection: KnowledgeGapConnectionResolvers = { pageInfo: (page) => page };
