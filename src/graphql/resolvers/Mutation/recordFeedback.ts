import type { MutationResolvers } from '../../generated/types.ts';
import { toFeedbackInput } from '../../inputs.ts';
import { forgetLoaded } from '../../loaders.ts';

export const recordFeedback: NonNullable<MutationResolvers['recordFeedback']> = async (_root, { input }, { app, caller, loaders }) => {
  const feedback = await app.feedback.record(caller, toFeedbackInput(input));
  forgetLoaded(loaders);
  return { feedback };
};
