import type { CuratedAnswerConnectionResolvers } from '../generated/types.ts';

export const CuratedAnswerConnection: CuratedAnswerConnectionResolvers = { pageInfo: (page) => page };
