import type { QueuedRunResolvers } from '../generated/types.ts';

export const QueuedRun: QueuedRunResolvers = {
  runId: ({ run }) => run.id,
  question: ({ run }) => run.question,
  outcome: ({ run }) => run.outcome,
  tier: ({ run }) => run.tier,
  stopReason: ({ run }) => run.stopReason,
  confidenceValue: ({ run }) => run.confidence,
  createdAt: ({ run }) => run.createdAt,
};
