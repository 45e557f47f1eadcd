import type { RunConnectionResolvers } from '../generated/types.ts';

export const RunConnection: RunConnectionResolvers = { pageInfo: (page) => page };
