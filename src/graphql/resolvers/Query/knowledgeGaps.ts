import type { QueryResolvers } from '../../generated/types.ts';
import { toPageRequest } from '../../inputs.ts';

export const knowledgeGaps: NonNullable<QueryResolvers['knowledgeGaps']> = (_root, { since, ...page }, { app, caller, signal }) => app.gaps(caller, { ...toPageRequest(page), since: since ?? undefined, signal });
