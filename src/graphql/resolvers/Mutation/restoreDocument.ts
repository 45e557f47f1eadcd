import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const restoreDocument: NonNullable<MutationResolvers['restoreDocument']> = async (_root, { id }, { app, caller, loaders }) => {
  const document = await app.knowledge.restoreDocument(caller, id);
  forgetLoaded(loaders);
  return document;
};
