import type { MutationResolvers } from '../../generated/types.ts';
import { toCuratedAnswerInput } from '../../inputs.ts';

export const saveCuratedAnswer: NonNullable<MutationResolvers['saveCuratedAnswer']> = (_root, { input }, { app, caller }) =>
  app.knowledge.saveCurated(caller, toCuratedAnswerInput(input));
