import { z } from 'zod';

/** A judgement with what it judges, as the statements of this folder select it. */
export const feedbackRow = z.object({
  feedback_id: z.string(), run_id: z.string(), question: z.string(), outcome: z.enum(['ANSWER', 'CLARIFICATION', 'ABSTENTION']),
  verdict: z.enum(['CORRECT', 'WRONG', 'INCOMPLETE', 'SHOULD_HAVE_ANSWERED', 'SHOULD_HAVE_REFUSED']),
  document_ids: z.array(z.string()), answer: z.string().nullable(), comment: z.string().nullable(), given_by: z.string().nullable(), created_at: z.date(),
});

export type FeedbackRow = z.infer<typeof feedbackRow>;
