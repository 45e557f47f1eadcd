import type { MutationResolvers } from '../../generated/types.ts';

export const saveAlias: NonNullable<MutationResolvers['saveAlias']> = (_root, { input }, { app, caller }) => app.knowledge.saveAlias(caller, input);
