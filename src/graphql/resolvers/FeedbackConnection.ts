import type { FeedbackConnectionResolvers } from '../generated/types.ts';

export const FeedbackConnection: FeedbackConnectionResolvers = { pageInfo: (page) => page };
