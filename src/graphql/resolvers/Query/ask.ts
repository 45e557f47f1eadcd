import { finalOutcome } from '../../askEvents.ts';
import type { QueryResolvers } from '../../generated/types.ts';
import { toAskRequest } from '../../inputs.ts';

export const ask: NonNullable<QueryResolvers['ask']> = (_root, { input }, { app, caller, signal }) =>
  finalOutcome(app.ask(caller, toAskRequest(input), { signal }));
