import type { QueryResolvers } from '../../generated/types.ts';
import { toDocumentFilter, toPageRequest } from '../../inputs.ts';

export const documents: NonNullable<QueryResolvers['documents']> = (_root, page, { app, caller }) =>
  app.knowledge.listDocuments(caller, toPageRequest(page), toDocumentFilter(page.filter));
