import type { QueryResolvers } from '../../generated/types.ts';
import { toCuratedFilter, toPageRequest } from '../../inputs.ts';

export const curatedAnswers: NonNullable<QueryResolvers['curatedAnswers']> = (_root, page, { app, caller }) =>
  app.knowledge.listCurated(caller, toPageRequest(page), toCuratedFilter(page.filter));
