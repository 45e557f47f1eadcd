import type { AliasConnectionResolvers } from '../generated/types.ts';

export const AliasConnection: AliasConnectionResolvers = { pageInfo: (page) => page };
