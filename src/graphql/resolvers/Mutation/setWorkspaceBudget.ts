import type { MutationResolvers } from '../../generated/types.ts';
import { toBudgetChange } from '../../inputs.ts';

export const setWorkspaceBudget: NonNullable<MutationResolvers['setWorkspaceBudget']> = (_root, { input }, { app, caller }) =>
  app.knowledge.setBudget(caller, toBudgetChange(input));
