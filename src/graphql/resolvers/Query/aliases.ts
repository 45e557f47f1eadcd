import type { QueryResolvers } from '../../generated/types.ts';
import { toPageRequest } from '../../inputs.ts';

export const aliases: NonNullable<QueryResolvers['aliases']> = (_root, page, { app, caller }) => app.knowledge.listAliases(caller, toPageRequest(page));
