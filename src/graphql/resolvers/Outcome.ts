import type { OutcomeResolvers } from '../generated/types.ts';

export const Outcome: OutcomeResolvers = { __resolveType: ({ type }) => type };
