import type { MutationResolvers } from '../../generated/types.ts';

export const setRetention: NonNullable<MutationResolvers['setRetention']> = (_root, { days }, { app, caller }) => app.knowledge.setRetention(caller, days);
