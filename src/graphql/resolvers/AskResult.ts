import type { AskResultResolvers } from '../generated/types.ts';

export const AskResult: AskResultResolvers = { __resolveType: ({ type }) => type };
