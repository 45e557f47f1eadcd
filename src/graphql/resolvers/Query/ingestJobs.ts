import type { QueryResolvers } from '../../generated/types.ts';
import { toPageRequest } from '../../inputs.ts';

export const ingestJobs: NonNullable<QueryResolvers['ingestJobs']> = (_root, page, { app, caller }) => app.jobs.list(caller, toPageRequest(page));
