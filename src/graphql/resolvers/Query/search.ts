import type { QueryResolvers } from '../../generated/types.ts';
import { toSearchRequest } from '../../inputs.ts';

export const search: NonNullable<QueryResolvers['search']> = (_root, { input }, { app, caller, signal }) =>
  app.search(caller, toSearchRequest(input), { signal });
