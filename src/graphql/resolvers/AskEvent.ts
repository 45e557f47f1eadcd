import type { AskEventResolvers } from '../generated/types.ts';

export const AskEvent: AskEventResolvers = { __resolveType: ({ type }) => type };
