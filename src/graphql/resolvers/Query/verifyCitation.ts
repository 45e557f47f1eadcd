import type { QueryResolvers } from '../../generated/types.ts';
import { toCitationRequest } from '../../inputs.ts';

export const verifyCitation: NonNullable<QueryResolvers['verifyCitation']> = (_root, { input }, { app, caller, signal }) =>
  app.grounding.verifyCitation(caller, toCitationRequest(input), { signal });
