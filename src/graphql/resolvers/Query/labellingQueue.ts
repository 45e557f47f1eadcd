import type { QueryResolvers } from '../../generated/types.ts';

export const labellingQueue: NonNullable<QueryResolvers['labellingQueue']> = (_root, { first }, { app, caller, signal }) => app.feedback.queue(caller, first, { signal });
