import { connection } from '../connection.ts';
import type { Resolvers } from '../generated/types.ts';
import { toFeedbackInput, toPageRequest } from '../inputs.ts';
import { requireDocument, visibleDocuments } from '../context.ts';
import { payload } from '../payload.ts';

/** What people say of runs, and what is learned from it: the labelling queue and knowledge gaps. */
export const feedbackResolvers: Resolvers = {
  Query: {
    feedback: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.feedback.list(caller, page), page);
    },
    labellingQueue: (_root, { first }, { app, caller, signal }) => app.feedback.queue(caller, first, { signal }),
    knowledgeGaps: async (_root, { since, ...input }, { app, caller, signal }) => {
      const page = toPageRequest(input);
      return connection(await app.gaps(caller, { ...page, since: since ?? undefined, signal }), page);
    },
  },
  Mutation: {
    recordFeedback: (_root, { input }, context) =>
      payload(context, { feedback: null }, async () => ({
        feedback: await context.app.feedback.record(context.caller, toFeedbackInput(input)),
      })),
  },
  Feedback: {
    documents: ({ documentIds }, _input, { loaders }) => visibleDocuments(loaders, documentIds),
    own: ({ givenBy }, _input, { caller }) => givenBy === caller.keyId,
  },
  QueuedRun: {
    runId: ({ run }) => run.id,
    question: ({ run }) => run.question,
    outcome: ({ run }) => run.outcome,
    tier: ({ run }) => run.tier,
    stopReason: ({ run }) => run.stopReason,
    confidenceValue: ({ run }) => run.confidence,
    createdAt: ({ run }) => run.createdAt,
  },
  GapDocument: { document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId) },
};
