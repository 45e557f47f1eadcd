import type { QueryResolvers } from '../../generated/types.ts';

export const ingestJob: NonNullable<QueryResolvers['ingestJob']> = async (_root, { id }, { app, caller }) => (await app.jobs.find(caller, id)) ?? null;
