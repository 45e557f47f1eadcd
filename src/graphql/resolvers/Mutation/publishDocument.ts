import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const publishDocument: NonNullable<MutationResolvers['publishDocument']> = async (_root, { id }, { app, caller, loaders }) => {
  const document = await app.knowledge.setState(caller, id, 'PUBLISHED');
  forgetLoaded(loaders);
  return document;
};
