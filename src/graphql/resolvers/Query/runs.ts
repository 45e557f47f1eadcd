import type { QueryResolvers } from '../../generated/types.ts';
import { toPageRequest, toRunFilter } from '../../inputs.ts';

export const runs: NonNullable<QueryResolvers['runs']> = (_root, page, { app, caller }) =>
  app.runs.list(caller, toPageRequest(page), toRunFilter(page.filter));
