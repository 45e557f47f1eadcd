import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const unpublishDocument: NonNullable<MutationResolvers['unpublishDocument']> = async (_root, { id }, { app, caller, loaders }) => {
  const document = await app.knowledge.setState(caller, id, 'DRAFT');
  forgetLoaded(loaders);
  return document;
};
