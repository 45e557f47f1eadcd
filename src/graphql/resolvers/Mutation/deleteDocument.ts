import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const deleteDocument: NonNullable<MutationResolvers['deleteDocument']> = async (_root, { id, purge }, { app, caller, loaders }) => {
  await app.knowledge.deleteDocument(caller, id, purge);
  forgetLoaded(loaders);
  return { deletedId: id };
};
