import type { QueryResolvers } from '../../generated/types.ts';
import { toPageRequest } from '../../inputs.ts';

export const feedback: NonNullable<QueryResolvers['feedback']> = (_root, page, { app, caller }) => app.feedback.list(caller, toPageRequest(page));
