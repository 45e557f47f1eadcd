import type { MutationResolvers } from '../../generated/types.ts';

export const deleteCuratedAnswer: NonNullable<MutationResolvers['deleteCuratedAnswer']> = async (_root, { id }, { app, caller }) => {
  await app.knowledge.deleteCurated(caller, id);
  return { deletedId: id };
};
