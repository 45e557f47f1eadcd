import type { MutationResolvers } from '../../generated/types.ts';

export const cancelIngestJob: NonNullable<MutationResolvers['cancelIngestJob']> = (_root, { id }, { app, caller }) => app.jobs.cancel(caller, id);
