import type { QueryResolvers } from '../../generated/types.ts';

export const run: NonNullable<QueryResolvers['run']> = async (_root, { id }, { app, caller }) => (await app.runs.find(caller, id)) ?? null;
