import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const deleteDocument: NonNullable<MutationResolvers['deleteDocument']> = async (_root, { id }, { app, caller, loaders }) => {
  await app.knowledge.deleteDocument(caller, id);
  forgetLoaded(loaders);
  return { deletedId: id };
};
