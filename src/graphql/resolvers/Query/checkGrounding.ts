import type { QueryResolvers } from '../../generated/types.ts';
import { toGroundingRequest } from '../../inputs.ts';

export const checkGrounding: NonNullable<QueryResolvers['checkGrounding']> = (_root, { input }, { app, caller, signal }) =>
  app.grounding.check(caller, toGroundingRequest(input), { signal });
