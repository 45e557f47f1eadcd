import type { MutationResolvers } from '../../generated/types.ts';

export const deleteAlias: NonNullable<MutationResolvers['deleteAlias']> = async (_root, { id }, { app, caller }) => {
  const deleted = await app.knowledge.deleteAlias(caller, id);
  return { deletedId: deleted.id };
};
