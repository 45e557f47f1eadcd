import type { MutationResolvers } from '../../generated/types.ts';

export const confirmCuratedAnswer: NonNullable<MutationResolvers['confirmCuratedAnswer']> = (_root, { id }, { app, caller }) => app.knowledge.confirmCurated(caller, id);
