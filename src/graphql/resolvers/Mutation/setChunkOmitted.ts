import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const setChunkOmitted: NonNullable<MutationResolvers['setChunkOmitted']> = async (_root, { input }, { app, caller, loaders }) => {
  const chunk = await app.knowledge.setChunkOmitted(caller, input.chunkId, input.omitted ?? null);
  forgetLoaded(loaders);
  return chunk;
};
