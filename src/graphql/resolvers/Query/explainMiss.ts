import type { QueryResolvers } from '../../generated/types.ts';

export const explainMiss: NonNullable<QueryResolvers['explainMiss']> = async (_root, { runId, documentId }, { app, caller, signal }) =>
  (await app.runs.explainMiss(caller, runId, documentId, { signal })) ?? null;
